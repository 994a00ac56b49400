import type { RequestView } from '#app/(account)/developers/requests/request-view.tsx';
import type { LoggedRequest } from '#lib/api/request-log/list-requests';
import { problemCatalogue } from '#lib/api/v1/problems/problem-catalogue';

/** A request of the log as its pages show it. */
export function presentRequest({ at, key, problem, ...request }: LoggedRequest): RequestView {
  const { name, lastFour, mode } = key;
  return {
    ...request,
    at: at.toISOString(),
    key: { name, lastFour },
    isSandbox: mode === 'test',
    problem:
      problem === null
        ? undefined
        : { slug: problem, href: problem in problemCatalogue ? `/api/v1/errors/${problem}` : undefined },
  };
}
