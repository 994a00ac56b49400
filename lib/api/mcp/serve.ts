import { readRequestId } from '#lib/api/read-request-id';
import { recordRequest } from '#lib/api/request-log/record-request';
import { codes, mcp, rpcErrorResponse } from '#lib/api/mcp/errors';
import { eachVerb, serveDialect, type Methods } from '#lib/api/serve-dialect';
import type { Route } from '#lib/api/serve';
import { env } from '#lib/settings/env';

const { serve, methods: bindMethods } = serveDialect(mcp);

/** Binds the operation of this dialect to its handler. */
export { serve };

/** Creates a route file's exports: given verbs, 405 for others. Refuses other origins, against DNS rebinding. */
export function methods(bound: Parameters<typeof bindMethods>[0]): Methods {
  const routes = bindMethods(bound);
  return { ...eachVerb((verb) => fromOwnOrigin(routes[verb])), OPTIONS: routes.OPTIONS };
}

function fromOwnOrigin(route: Route): Route {
  return async (request, context) => {
    if (isOwnOrigin(request.headers.get('origin'))) return route(request, context);
    const response = rpcErrorResponse({
      ...{ status: 403, code: codes.server },
      message: 'Cross-origin requests are not allowed.',
    });
    const requestId = readRequestId(request);
    response.headers.set('x-request-id', requestId);
    recordRequest(request, { requestId, status: response.status, durationMs: 0 });
    return response;
  };
}

/** Only browsers send an origin. */
function isOwnOrigin(origin: string | null): boolean {
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).origin === new URL(env().baseUrl).origin;
}
