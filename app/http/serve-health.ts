import type { IncomingMessage, ServerResponse } from 'node:http';
import { readReadiness } from '#lib/health/read-readiness';

/*
 * Health checks for load balancers and monitoring, outside Next and the API: always JSON, even while the database is down.
 */

const paths = /^\/(healthz|readyz)\/?(?:\?|$)/;

/** True for health check requests. */
export function isForHealth({ url = '' }: IncomingMessage): boolean {
  return paths.test(url);
}

/** Answers `/healthz` while the process runs, and `/readyz` with 503 while the service can't do all its work. */
export async function serveHealth(
  request: IncomingMessage,
  response: ServerResponse,
  read = readReadiness,
): Promise<void> {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(response, 405, { status: 'failed', reason: 'Method not allowed.' });
  }
  if (paths.exec(url)?.[1] === 'healthz') return send(response, 200, { status: 'ok' });
  const readiness = await read();
  send(response, readiness.status === 'ok' ? 200 : 503, readiness);
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  // Node.js omits the body in responses to HEAD.
  response.end(text);
}
