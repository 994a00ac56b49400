import type { Route } from '#lib/api/serve';

/*
 * Programs that run in a browser, such as Obsidian's plugins, ask from another origin. They carry a key and no cookie, so
 * whoever has none gets nothing by asking from elsewhere.
 */

const exposed = 'x-request-id, x-longhand-job, x-longhand-editor, retry-after';

/** The route, with its answers readable from any origin. */
export function fromAnywhere(route: Route): Route {
  return async (request, context) => {
    const response = await route(request, context);
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', exposed);
    return response;
  };
}

/** Answers a browser that asks whether a page of another origin may send such a request (Fetch, CORS-preflight). */
export function answerPreflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ?? 'authorization',
      'access-control-max-age': '86400',
    },
  });
}
