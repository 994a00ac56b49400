import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { waitFor } from '#e2e/support/wait';
import { readSpans, type ReceivedSpan } from './read-spans';

/** A server that receives spans by OTLP over HTTP, as a collector does. */
export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: ReceivedSpan[];
  /** The headers of each request. */
  headers: IncomingHttpHeaders[];
  /** Returns all bodies as received, as searchable text. */
  raw(): string;
  /** Waits for the first span that fits. */
  find(what: string, fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

/** Starts a collector. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((sent) => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end();
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      headers.push(request.headers);
      bodies.push(body);
      spans.push(...readSpans(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      return undefined;
    });
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    raw: () => Buffer.concat(bodies).toString('latin1'),
    find: (what, fits) => waitFor(what, () => spans.find(fits)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
