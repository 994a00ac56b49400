import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FoundRoute } from '#app/http/routes/find-route';
import { sendResponse } from '#app/http/routes/send-response';
import { log } from '#lib/settings/log';

/** Route files read a URL's path and query, never its host, which a client can choose. */
const origin = 'http://localhost';

/** Calls the API's route file directly: going through Next.js would take several times as long. */
export async function serveRoute(
  { verb, load, params }: FoundRoute,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    const { [verb]: handle } = await load();
    // The client has left, and its body can't be read any more.
    if (request.readableAborted) return void response.destroy();
    const answer = await handle(toRequest(request, response), { params: Promise.resolve(params) });
    await sendResponse(answer, { request, response });
  } catch (error) {
    log().error({ err: error }, 'unhandled error in request');
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

/** The request for a route file. Its body is read on demand, and its signal aborts on disconnect. */
function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const { method = 'GET', url = '/' } = request;
  const init = { method, headers: toHeaders(request) };
  // The browser types of Request don't include iterable bodies.
  const body = { body: request as unknown as ReadableStream, duplex: 'half' };
  const made = new Request(`${origin}${url}`, hasBody(request) ? { ...init, ...body } : init);
  let signal: AbortSignal | undefined;
  // Created on demand for the few routes that use it: it would be a tenth of the cost of reading a job.
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

/** RFC 9112 6: either header announces a body. */
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
