import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import { closeSilentConnections } from '#app/http/close-silent-connections';
import { serveRoute } from '#app/http/routes/serve-route';
import type { Route } from '#lib/api/serve';

/** An answer as it was on the wire. */
export interface RawAnswer {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Starts a server for the tests of a file. It answers every request with the route that a test has set, and closes
 * connections that were silent for `silentMs`, if given.
 */
export function serveOneRoute({ silentMs = 0 } = {}) {
  const served = {
    handle: (() => Promise.reject(new Error('the test has set no route'))) as Route,
    params: {},
    port: () => (server.address() as AddressInfo).port,
    /** Sends a request without the conveniences of a client. */
    ask: (options: http.RequestOptions = {}, body?: string | Buffer) =>
      ask({ port: served.port(), ...options }, body),
  };
  const server = http.createServer((request, response) => {
    const handle: Route = (...asked) => served.handle(...asked);
    const load = () =>
      Promise.resolve({
        ...{ GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle },
      });
    void serveRoute({ route: '/', verb: 'GET', load, params: served.params }, { request, response });
  });
  closeSilentConnections(server, silentMs);
  before(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready())));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return served;
}

function ask(options: http.RequestOptions, body: string | Buffer | undefined): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.on('error', reject).end(body);
  });
}
