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
    const answer = await handle(toRequest(request, response), { params: Promise.resolve(params) });
    await sendResponse(answer, { request, response });
  } catch (error) {
    log().error({ err: error }, 'unhandled error in request');
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}
