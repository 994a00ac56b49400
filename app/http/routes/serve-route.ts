import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FoundRoute } from '#app/http/routes/find-route';
import { sendResponse } from '#app/http/routes/send-response';
import { log } from '#lib/settings/log';

/** Route files read the path and the query of an address, never its host, which a client can choose. */
const origin = 'http://localhost';

/** Answers a request by calling the route file of the API itself: on its way through Next it would take several times as long. */
export async function serveRoute(
  { verb, load, params }: FoundRoute,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    const { [verb]: handle } = await load();
    // The client left meanwhile, and its body can't be read any more.
    if (request.readableAborted) return void response.destroy();
    const working = handle(toRequest(request, response), { params: Promise.resolve(params) });
    const answer = await withoutTimeout(request, working);
    await sendResponse(answer, { request, response });
  } catch (error) {
    log().error({ err: error }, 'unhandled error in request');
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

/** The client isn't cut off for the silence while a route works on a request that has arrived whole. */
async function withoutTimeout<Result>(request: IncomingMessage, working: Promise<Result>): Promise<Result> {
  const { socket } = request;
  const { timeout = 0 } = socket;
  const wait = (): void => void socket.setTimeout(0);
  request.once('end', wait);
  try {
    return await working;
  } finally {
    request.off('end', wait);
    socket.setTimeout(timeout);
  }
}

/** The request for a route file: its body is read as the route takes it, its signal aborts on disconnect. */
function toRequest(request: IncomingMessage, response: ServerResponse): Request {
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
