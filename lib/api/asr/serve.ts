import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import type { z } from 'zod';
import { AsrError, defectError, errorResponse, toError } from '#lib/api/asr/errors';
import { explainDenial, findKeyless } from '#lib/api/asr/find-keyless';
import { drainBody } from '#lib/api/body/drain-body';
import { readApiKey } from '#lib/api/keys/read-api-key';
import { methodsWith } from '#lib/api/methods';
import { serveWith, type Call, type Route } from '#lib/api/serve';
import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';

const bind = serveWith({
  refused: (refusal) => errorResponse(toError(refusal)),
  defect: (requestId) => errorResponse(defectError(requestId)),
  declined: (error) => (error instanceof AsrError ? errorResponse(error.facts) : undefined),
  denied,
  readKey: readApiKey,
  findWithoutKey: findKeyless,
});

/** Binds an operation of this dialect to what does it: errors are `{"detail": …}`, and some networks need no key. */
export function serve<Params extends z.ZodType, Query extends z.ZodType>(
  operation: { id: string; scope: ApiKeyScope; params: Params; query: Query },
  handle: (call: Call<Params, Query>) => Promise<unknown>,
): Route {
  const route = bind(operation, handle);
  return async (request, context) => {
    const response = await route(request, context);
    // Clients of this dialect send recordings without asking first, and read the answer only then.
    if (request.body !== null && !request.bodyUsed) {
      await drainBody(Readable.fromWeb(request.body as BodyStream));
    }
    return response;
  };
}

/** The exports of a route file of this dialect: the given verbs, and 405 for the others. */
export const methods = methodsWith(({ status }) =>
  errorResponse({ status, detail: status === 405 ? 'Method Not Allowed' : 'Not Found' }),
);

function denied(request: Request): Response {
  const isKey = request.headers.has('authorization');
  const detail = isKey ? undefined : explainDenial(request);
  if (detail !== undefined) return errorResponse({ status: 403, detail });
  const response = errorResponse({
    status: 401,
    detail: 'The API key is unknown, revoked or expired.',
  });
  response.headers.set('www-authenticate', 'Bearer');
  return response;
}
