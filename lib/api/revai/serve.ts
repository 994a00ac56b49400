import { methodsWith, noSuchPath, type Absence } from '#lib/api/methods';
import {
  absenceError,
  defectError,
  deniedError,
  errorResponse,
  RevAiError,
  toError,
} from '#lib/api/revai/errors';
import { serveWith } from '#lib/api/serve';
import { env } from '#lib/settings/env';

/** Binds an operation of this dialect to what does it. Its errors are problems in the words of Rev AI. */
export const serve = serveWith({
  refused: (refusal) => errorResponse(toError(refusal, env().priceCentsPerMinute)),
  defect: (requestId) => errorResponse(defectError(requestId)),
  declined: (error) => (error instanceof RevAiError ? errorResponse(error.facts) : undefined),
  denied: () => {
    const response = errorResponse(deniedError);
    response.headers.set('www-authenticate', 'Bearer');
    return response;
  },
});

const refuse: Absence = (absent, { url }) => errorResponse(absenceError(absent, new URL(url).pathname));

/** The exports of a route file of this dialect: the given verbs, 405 for the others. */
export const methods = methodsWith(refuse);

/** The exports of the route file for every path that this dialect does not have. */
export const unknownPath = noSuchPath(refuse);
