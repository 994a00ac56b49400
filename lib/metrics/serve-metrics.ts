import http from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { metrics } from '#lib/metrics/metrics';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';

/** Options for a process's metrics server. */
export interface MetricsOptions {
  /** Update gauges before they are read. */
  refresh?: Array<() => Promise<void>>;
}

/** Answers Prometheus at `/metrics` if a port is set. One that can't be used is logged, and the process continues. */
export function serveMetrics(options: MetricsOptions = {}): void {
  const { metrics: address } = env();
  if (address === undefined) return;
  collectDefaultMetrics({ register: metrics().registry });
  const server = createMetricsServer(options);
  server.once('error', (error) => log().error({ err: error }, 'metrics server failed to listen'));
  server.listen(address.port, address.host);
  server.unref();
}

/** A server that answers `/metrics` and nothing else. */
export function createMetricsServer({ refresh = [] }: MetricsOptions): http.Server {
  return http.createServer((request, response) => {
    if (!/^\/metrics\/?(?:\?|$)/.test(request.url ?? '')) return end(response, 404, 'Not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return end(response, 405, 'Method not allowed\n');
    }
    answer(response, refresh).catch((error: unknown) => {
      log().error({ err: error }, 'metrics cannot be read');
      end(response, 500, 'Metrics cannot be read\n');
    });
  });
}

async function answer(response: http.ServerResponse, refresh: Array<() => Promise<void>>): Promise<void> {
  await Promise.all(refresh.map((bringUpToDate) => bringUpToDate()));
  const { registry } = metrics();
  const text = await registry.metrics();
  response.setHeader('content-type', registry.contentType);
  // Right after another reading there may be no delay of the event loop to tell. prom-client writes that as `Nan`, which
  // the format doesn't have.
  response.end(text.replaceAll(/^.* Nan\n/gm, ''));
}

function end(response: http.ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
