import { recordRequest } from '#lib/api/request-log/record-request';
import type { Route } from '#lib/api/serve';
import { readRequestId } from '#lib/api/read-request-id';

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Verb = (typeof verbs)[number];

/** How a revision or dialect words that a path or a verb is not there. */
export type Absence = (absent: { status: 404 | 405; detail: string }, request: Request) => Response;

/** The exports of a route file of the API: the given verbs, and for every other one 405 with `Allow`. */
export function methodsWith(refuse: Absence): (bound: Partial<Record<Verb, Route>>) => Record<Verb, Route> {
  return (bound) => {
    const allowed = verbs.filter((verb) => bound[verb] !== undefined).join(', ');
    const notAllowed: Route = async (request) => {
      const detail = `${request.method} is not possible here; ${allowed} is.`;
      return absence(request, refuse({ status: 405, detail }, request), { allow: allowed });
    };
    return eachVerb((verb) => bound[verb] ?? notAllowed);
  };
}

/** The exports of the route file that catches every path of the API that does not exist. */
export function noSuchPath(refuse: Absence): Record<Verb, Route> {
  const notFound: Route = async (request) =>
    absence(request, refuse({ status: 404, detail: 'There is no such path.' }, request), {});
  return eachVerb(() => notFound);
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
