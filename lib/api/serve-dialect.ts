import { errorResponse, type Dialect } from '#lib/api/dialects/dialect';
import { recordRequest } from '#lib/api/request-log/record-request';
import { serveWith, type Route } from '#lib/api/serve';
import { readRequestId } from '#lib/api/read-request-id';

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Verb = (typeof verbs)[number];

/** The exports of an API's route file. `HEAD` is handled like `GET`, without the body. */
export type Methods = Record<Verb | 'OPTIONS', Route>;

/** Returns tools for a dialect's route files: binder, exports with 405 for missing verbs, and catch-all exports. */
export function serveDialect<Facts extends { status: number }>(
  dialect: Dialect<Facts>,
): {
  serve: ReturnType<typeof serveWith>;
  methods: (bound: Partial<Record<Verb, Route>>) => Methods;
  unknownPath: Methods;
} {
  return {
    serve: serveWith(dialect),
    methods: (bound) => bindMethods(dialect, bound),
    unknownPath: noSuchPath(() => dialect),
  };
}

/** Returns the given verbs, and 405 with `Allow` for the others; `OPTIONS` also returns `Allow`. */
function bindMethods(dialect: Dialect, bound: Partial<Record<Verb, Route>>): Methods {
  const possible = verbs.filter((verb) => bound[verb] !== undefined);
  const allow = [...possible.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])), 'OPTIONS'].join(
    ', ',
  );
  const detail = `Method not allowed; use ${possible.join(' or ')}.`;
  const notAllowed: Route = async (request) => absence(dialect, request, { status: 405, detail }, { allow });
  const options: Route = async () => new Response(null, { status: 204, headers: { allow } });
  return { ...eachVerb((verb) => bound[verb] ?? notAllowed), OPTIONS: options };
}

/** Returns the exports of the catch-all route, whose errors are worded by the path's dialect. */
export function noSuchPath(findDialect: (pathname: string) => Dialect): Methods {
  const notFound: Route = async (request) => {
    const dialect = findDialect(new URL(request.url).pathname);
    return absence(dialect, request, { status: 404, detail: 'Path not found.' });
  };
  return { ...eachVerb(() => notFound), OPTIONS: notFound };
}

/** Creates a route for each verb. */
export function eachVerb(route: (verb: Verb) => Route): Record<Verb, Route> {
  return Object.fromEntries(verbs.map((verb) => [verb, route(verb)])) as Record<Verb, Route>;
}

function absence(
  dialect: Dialect,
  request: Request,
  absent: { status: 404 | 405; detail: string },
  headers: Record<string, string> = {},
): Response {
  const requestId = readRequestId(request);
  const response = errorResponse(dialect, dialect.absent(absent, new URL(request.url).pathname));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set('x-request-id', requestId);
  recordRequest(request, { requestId, status: response.status, durationMs: 0 });
  return response;
}
