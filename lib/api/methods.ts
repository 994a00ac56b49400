import { recordRequest } from '#lib/api/request-log/record-request';
import type { Route } from '#lib/api/serve';
import { readRequestId } from '#lib/api/read-request-id';

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Verb = (typeof verbs)[number];

/** Words the answer of a revision or dialect to a path or verb that doesn't exist. */
export type Absence = (absent: { status: 404 | 405; detail: string }, request: Request) => Response;

/** The exports of a route file of the API. `HEAD` is answered like `GET`, without the body. */
export type Methods = Record<Verb | 'OPTIONS', Route>;

/** The exports of a route file of the API: the given verbs, and for every other one 405 with `Allow`, which `OPTIONS` tells, too. */
export function methodsWith(refuse: Absence): (bound: Partial<Record<Verb, Route>>) => Methods {
  return (bound) => {
    const possible = verbs.filter((verb) => bound[verb] !== undefined);
    const allow = [
      ...possible.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])),
      'OPTIONS',
    ].join(', ');
    const notAllowed: Route = async (request) => {
      const detail = `Method not allowed; use ${possible.join(' or ')}.`;
      return absence(request, refuse({ status: 405, detail }, request), { allow });
    };
    const options: Route = async () => new Response(null, { status: 204, headers: { allow } });
    return { ...eachVerb((verb) => bound[verb] ?? notAllowed), OPTIONS: options };
  };
}

/** The exports of the route file that catches every path of the API that does not exist. */
export function noSuchPath(refuse: Absence): Methods {
  const notFound: Route = async (request) =>
    absence(request, refuse({ status: 404, detail: 'Path not found.' }, request), {});
  return { ...eachVerb(() => notFound), OPTIONS: notFound };
}

function eachVerb(route: (verb: Verb) => Route): Record<Verb, Route> {
  return {
    GET: route('GET'),
    POST: route('POST'),
    PUT: route('PUT'),
    PATCH: route('PATCH'),
    DELETE: route('DELETE'),
  };
}

function absence(request: Request, response: Response, headers: Record<string, string>): Response {
  const requestId = readRequestId(request);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set('x-request-id', requestId);
  recordRequest(request, { requestId, status: response.status, durationMs: 0 });
  return response;
}
