import type { IncomingMessage, ServerResponse } from 'node:http';

/** Route files read the path and the query of an address, never its host, which a client can choose. */
const origin = 'http://localhost';

/**
 * The request as a route file takes it. Its body is read as it arrives, no faster than the route takes it. Its signal aborts
 * when the client goes away before it has been answered.
 */
export function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const { method = 'GET', url = '/' } = request;
  const init = { method, headers: toHeaders(request) };
  // The types of a browser's Request know no body that is read by iterating.
  const body = { body: request as unknown as ReadableStream, duplex: 'half' };
  const made = new Request(`${origin}${url}`, hasBody(request) ? { ...init, ...body } : init);
  let signal: AbortSignal | undefined;
  // Made for the few routes that look at it: it would be a tenth of what reading a job takes.
  return Object.defineProperty(made, 'signal', { get: () => (signal ??= makeSignal(response)) });
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const result = new Headers();
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') result.set(name, value);
    else for (const one of value ?? []) result.append(name, one);
  }
  return result;
}

/** RFC 9112 6: a body is announced by either header. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function makeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}
