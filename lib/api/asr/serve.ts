import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import type { z } from 'zod';
import { asr } from '#lib/api/asr/errors';
import { drainBody } from '#lib/api/body/read-body';
import { serveDialect } from '#lib/api/serve-dialect';
import type { Call, Route } from '#lib/api/serve';
import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';

const { serve: bind, methods } = serveDialect(asr);

/** Creates the exports of this dialect's route files: the given verbs, and 405 for the others. */
export { methods };

/** Binds an operation of this dialect to its handler: errors are `{"detail": …}`, and some networks need no key. */
export function serve<Params extends z.ZodType, Query extends z.ZodType>(
  operation: { id: string; scope: ApiKeyScope; params: Params; query: Query },
  handle: (call: Call<Params, Query>) => Promise<unknown>,
): Route {
  const route = bind(operation, handle);
  return async (request, context) => {
    const response = await route(request, context);
    // Clients of this dialect send the whole recording before they read the response.
    if (request.body !== null && !request.bodyUsed) {
      await drainBody(Readable.fromWeb(request.body as BodyStream));
    }
    return response;
  };
}
