import { eachVerb, serveDialect, type Methods } from '#lib/api/serve-dialect';
import { openAi } from '#lib/api/openai/errors';
import type { Route } from '#lib/api/serve';

const { serve, methods: bindMethods } = serveDialect(openAi);

/** Binds an operation of this dialect to what does it. */
export { serve };

/*
 * Programs that run in a browser, such as Obsidian's plugins, ask from another origin. They carry a key and no cookie, so
 * a client without one gets nothing by asking from elsewhere.
 */

const exposed = 'x-request-id, x-longhand-job, x-longhand-editor, retry-after';

/** The exports of a route file of this dialect: the given verbs, 405 for the others, all of them from any origin. */
export function methods(bound: Parameters<typeof bindMethods>[0]): Methods {
  const routes = bindMethods(bound);
  return { ...eachVerb((verb) => fromAnywhere(routes[verb])), OPTIONS: withPreflight(routes.OPTIONS) };
}

/** The route, with its answers readable from any origin. */
function fromAnywhere(route: Route): Route {
  return async (request, context) => {
    const response = await route(request, context);
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', exposed);
    return response;
  };
}

/**
 * The route for `OPTIONS`, which also tells a browser that a page of another origin may send such a request (Fetch,
 * CORS-preflight).
 */
function withPreflight(options: Route): Route {
  return async (request, context) => {
    const response = await options(request, context);
    const asked = request.headers.get('access-control-request-headers') ?? 'authorization';
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-allow-methods', 'GET, POST');
    response.headers.set('access-control-allow-headers', asked);
    response.headers.set('access-control-max-age', '86400');
    return response;
  };
}
