import { methodsWith, type Methods } from '#lib/api/methods';
import {
  absenceError,
  defectError,
  deniedError,
  errorResponse,
  OpenAiError,
  toError,
} from '#lib/api/openai/errors';
import { fromAnywhere, withPreflight } from '#lib/api/openai/cross-origin';
import { readApiKey } from '#lib/api/keys/read-api-key';
import { serveWith } from '#lib/api/serve';

/** Binds an operation of this dialect to what does it: errors are `{"error": {…}}`, and the key may come as Basic. */
export const serve = serveWith({
  refused: (refusal) => errorResponse(toError(refusal)),
  defect: (requestId) => errorResponse(defectError(requestId)),
  declined: (error) => (error instanceof OpenAiError ? errorResponse(error.facts) : undefined),
  denied: () => {
    const response = errorResponse(deniedError);
    response.headers.set('www-authenticate', 'Bearer');
    return response;
  },
  readKey: readApiKey,
});

const bindMethods = methodsWith((absent) => errorResponse(absenceError(absent)));

/** The exports of a route file of this dialect: the given verbs, 405 for the others, all of them from any origin. */
export function methods(bound: Parameters<typeof bindMethods>[0]): Methods {
  const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = bindMethods(bound);
  return {
    ...{ GET: fromAnywhere(GET), POST: fromAnywhere(POST), PUT: fromAnywhere(PUT) },
    ...{ PATCH: fromAnywhere(PATCH), DELETE: fromAnywhere(DELETE), OPTIONS: withPreflight(OPTIONS) },
  };
}
