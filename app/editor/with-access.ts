import * as texts from '#messages/editor/requests';
import { authorize, type Authorization } from '#app/editor/authorize';
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

type Handler = (authorized: AuthorizedRequest) => Promise<Response>;

/** A route handler as called by Next.js. */
type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Wraps a route for everyone who can read the transcript. Converts refusals, thrown `Response`s and defects. */
export function withAccess(handle: Handler): Route {
  return async (request, context) => {
    const params = await context.params;
    const answer = async (): Promise<Response> =>
      handle({ ...(await authorize(request, params['ref'] ?? '')), request, params });
    const response = await answer().catch((error: unknown) => answerError(request, error));
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
    return response;
  };
}

/** Wraps a route for those who can edit the transcript. */
export function withEditAccess(handle: Handler): Route {
  return withAccess(async (authorized) => {
    if (authorized.may === 'view') throw problem(403, texts.viewOnly());
    return handle(authorized);
  });
}

function answerError(request: Request, error: unknown): Response {
  if (error instanceof Response) return error;
  // The client is gone; 499 is nginx's status for that.
  if (error === request.signal.reason) return new Response(null, { status: 499 });
  const refusal = error instanceof Refusal ? error : findOutage(error);
  if (refusal !== undefined) return refusalProblem(refusal);
  const requestId = readRequestId(request);
  log().error({ err: error, requestId }, 'unhandled error in editor request');
  return problem(500, texts.defect({ id: requestId }));
}
