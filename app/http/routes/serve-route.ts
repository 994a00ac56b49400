import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FoundRoute } from '#app/http/routes/find-route';
import { sendResponse } from '#app/http/routes/send-response';
import { toRequest } from '#app/http/routes/to-request';
import { log } from '#lib/settings/log';

/** Answers a request by calling the route file of the API itself: on its way through Next it would take several times as long. */
export async function serveRoute(
  { verb, load, params }: FoundRoute,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    const { [verb]: handle } = await load();
    const working = handle(toRequest(request, response), { params: Promise.resolve(params) });
    const answer = await withoutTimeout(request, working);
    await sendResponse(answer, { request, response });
  } catch (error) {
    log().error({ err: error }, 'unhandled error in request');
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

/**
 * While a route works on what a client has sent whole, the silence on the connection is ours: the client is not cut off for
 * it, however long it takes.
 */
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
