import { eachVerb, serveDialect, type Methods } from '#lib/api/serve-dialect';
import { openAi } from '#lib/api/openai/errors';
import type { Route } from '#lib/api/serve';

const { serve, methods: bindMethods } = serveDialect(openAi);

/** Binds an operation of this dialect to its handler. */
export { serve };

/* Programs in a browser send a key and no cookie across origins, so any origin is safe to allow. */

const exposed = 'x-request-id, x-longhand-job, x-longhand-editor, retry-after';

/** Creates a route file's exports: the given verbs, 405 for the others, all from any origin. */
export function methods(bound: Parameters<typeof bindMethods>[0]): Methods {
  const routes = bindMethods(bound);
  return { ...eachVerb((verb) => fromAnywhere(routes[verb])), OPTIONS: withPreflight(routes.OPTIONS) };
}

/** Makes a route's responses readable from any origin. */
function fromAnywhere(route: Route): Route {
  return async (request, context) => {
    const response = await route(request, context);
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', exposed);
    return response;
  };
}

/** Makes the route for `OPTIONS` also respond to preflights of other origins (Fetch). */
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
