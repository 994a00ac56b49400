import http from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { metrics } from '#lib/metrics/metrics';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';

/** Options for a process's metrics server. */
export interface MetricsOptions {
  /** Functions that update gauges before they are read. */
  refresh?: Array<() => Promise<void>>;
}

/** Serves Prometheus metrics at `/metrics` if a port is set. Logs if it is unavailable, and continues. */
export function serveMetrics(options: MetricsOptions = {}): void {
  const { metrics: address } = env();
  if (address === undefined) return;
  collectDefaultMetrics({ register: metrics().registry });
  const server = createMetricsServer(options);
  server.once('error', (error) => log().error({ err: error }, 'metrics server failed to listen'));
  server.listen(address.port, address.host);
  server.unref();
}

/** Creates a server that serves only `/metrics`. */
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
  // Right after another scrape, the event loop delay may have no value, which prom-client writes as `Nan`, invalid in
  // the format.
  response.end(text.replaceAll(/^.* Nan\n/gm, ''));
}

function end(response: http.ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
