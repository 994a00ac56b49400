import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Client } from '#e2e/support/client';

/** A request as it arrived. */
export interface Received {
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's server on loopback: callbacks are sent to `url`. */
export interface Receiver {
  url: string;
  /** The URL of a missing recording: a job for it fails at once. */
  missing: string;
  received: Received[];
  /** Returns the requests that name this job. */
  of(jobId: string): Received[];
  close(): Promise<void>;
}

/** Starts a receiver that calls `answer` once a request has arrived completely; it answers 204 by default. */
export async function startReceiver(
  answer: RequestListener = (_, response) => response.writeHead(204).end(),
  {
    port = 0,
    host = '127.0.0.1',
    make = createServer,
  }: { port?: number; host?: string; make?: (listener: RequestListener) => Server } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const server = make((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      if (method === 'GET') return response.writeHead(404).end();
      received.push({ at: Date.now(), method, path, headers, body });
      answer(request, response);
      return undefined;
    });
  }).listen(port, host);
  // A test that failed to start must not wait for its receiver.
  server.unref();
  await once(server, 'listening');
  const scheme = server instanceof HttpsServer ? 'https' : 'http';
  const origin = `${scheme}://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/longhand`,
    missing: `${origin}/missing.wav`,
    received,
    of: (jobId) => received.filter(({ body }) => body.includes(`"id":"${jobId}"`)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Submits a job that ends at once, with a callback to this URL. Returns its id. */
export async function submitEnded(
  sandbox: Client,
  { missing }: Receiver,
  callbackUrl: string,
): Promise<string> {
  const options = { callback_url: callbackUrl, metadata: 'delay:0s' };
  return (await sandbox.submitUrl(missing, options)).id;
}
