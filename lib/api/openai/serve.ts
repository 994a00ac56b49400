import type { z } from 'zod';
import { methodsWith } from '#lib/api/methods';
import {
  absenceError,
  defectError,
  deniedError,
  errorResponse,
  OpenAiError,
  toError,
} from '#lib/api/openai/errors';
import { answerPreflight, fromAnywhere } from '#lib/api/openai/cross-origin';
import { readApiKey } from '#lib/api/keys/read-api-key';
import { serveWith, type Call, type Route } from '#lib/api/serve';
import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';

const bind = serveWith({
  refused: (refusal) => errorResponse(toError(refusal)),
  defect: (requestId) => errorResponse(defectError(requestId)),
  denied: () => {
    const response = errorResponse(deniedError);
    response.headers.set('www-authenticate', 'Bearer');
    return response;
  },
  readKey: readApiKey,
});

/** Binds an operation of this dialect to what does it: errors are `{"error": {…}}`, and the key may come as Basic. */
export function serve<Params extends z.ZodType, Query extends z.ZodType>(
  operation: { id: string; scope: ApiKeyScope; params: Params; query: Query },
  handle: (call: Call<Params, Query>) => Promise<unknown>,
): Route {
  return bind(operation, async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof OpenAiError) return errorResponse(error.facts);
      throw error;
    }
  });
}

const bindMethods = methodsWith((absent) => errorResponse(absenceError(absent)));

/** The exports of a route file of this dialect: the given verbs, 405 for the others, all of them from any origin. */
export function methods(
  bound: Parameters<typeof bindMethods>[0],
): ReturnType<typeof bindMethods> & { OPTIONS: (request: Request) => Response } {
  const { GET, POST, PUT, PATCH, DELETE } = bindMethods(bound);
  return {
    ...{ GET: fromAnywhere(GET), POST: fromAnywhere(POST), PUT: fromAnywhere(PUT) },
    ...{ PATCH: fromAnywhere(PATCH), DELETE: fromAnywhere(DELETE), OPTIONS: answerPreflight },
  };
}
