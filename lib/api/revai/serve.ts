import type { z } from 'zod';
import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';
import { methodsWith, noSuchPath, type Absence } from '#lib/api/methods';
import {
  absenceError,
  defectError,
  deniedError,
  errorResponse,
  RevAiError,
  toError,
} from '#lib/api/revai/errors';
import { serveWith, type Call, type Route } from '#lib/api/serve';
import { env } from '#lib/settings/env';

const bind = serveWith({
  refused: (refusal) => errorResponse(toError(refusal, env().priceCentsPerMinute)),
  defect: (requestId) => errorResponse(defectError(requestId)),
  denied: () => {
    const response = errorResponse(deniedError);
    response.headers.set('www-authenticate', 'Bearer');
    return response;
  },
});

/** Binds an operation of this dialect to what does it. Its errors are problems in the words of Rev AI. */
export function serve<Params extends z.ZodType, Query extends z.ZodType>(
  operation: { id: string; scope: ApiKeyScope; params: Params; query: Query },
  handle: (call: Call<Params, Query>) => Promise<unknown>,
): Route {
  return bind(operation, async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof RevAiError) return errorResponse(error.facts);
      throw error;
    }
  });
}

const refuse: Absence = (absent, { url }) => errorResponse(absenceError(absent, new URL(url).pathname));

/** The exports of a route file of this dialect: the given verbs, 405 for the others. */
export const methods = methodsWith(refuse);

/** The exports of the route file for every path that this dialect does not have. */
export const unknownPath = noSuchPath(refuse);
