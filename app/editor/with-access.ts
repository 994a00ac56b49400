import * as texts from '#messages/editor/requests';
import { authorize, authorizeEdit, type Authorization } from '#app/editor/authorize';
import { problem, refusalProblem } from '#app/editor/problem';
import { log } from '#lib/settings/log';
import { findOutage } from '#lib/outage';
import { readRequestId } from '#lib/api/read-request-id';
import { Refusal } from '#lib/refusal';

/** A request that was authorized. */
export interface AuthorizedRequest extends Authorization {
  request: Request;
  params: Record<string, string>;
}

/** A route handler as Next calls it. */
type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

type Authorize = (request: Request, ref: string) => Promise<Authorization | Response>;

/** A route for everyone who may read the transcript. Refusals and defects are answered in words. */
export function withAccess(handle: (authorized: AuthorizedRequest) => Promise<Response>): Route {
  return createRoute(authorize, handle);
}

/** A route for those who may change the transcript. */
export function withEditAccess(handle: (authorized: AuthorizedRequest) => Promise<Response>): Route {
  return createRoute(authorizeEdit, handle);
}

function createRoute(
  authorize: Authorize,
  handle: (authorized: AuthorizedRequest) => Promise<Response>,
): Route {
  return async (request, context) => {
    const response = await answer(authorize, handle, request, await context.params);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
    return response;
  };
}

async function answer(
  authorize: Authorize,
  handle: (authorized: AuthorizedRequest) => Promise<Response>,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  try {
    const opened = await authorize(request, params['ref'] ?? '');
    return opened instanceof Response ? opened : await handle({ ...opened, request, params });
  } catch (error) {
    // Nobody reads this answer; 499 is nginx's status for it.
    if (error === request.signal.reason) return new Response(null, { status: 499 });
    const refusal = error instanceof Refusal ? error : findOutage(error);
    if (refusal !== undefined) return refusalProblem(refusal);
    const requestId = readRequestId(request);
    log().error({ err: error, requestId }, 'unhandled error in editor request');
    return problem(500, texts.defect({ id: requestId }));
  }
}
