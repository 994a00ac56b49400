import { serveDialect } from '#lib/api/dialects/dialect';
import type { Methods } from '#lib/api/methods';
import { fromAnywhere, withPreflight } from '#lib/api/openai/cross-origin';
import { openAi } from '#lib/api/openai/errors';

const { serve, methods: bindMethods } = serveDialect(openAi);

/** Binds an operation of this dialect to what does it. */
export { serve };

/** The exports of a route file of this dialect: the given verbs, 405 for the others, all of them from any origin. */
export function methods(bound: Parameters<typeof bindMethods>[0]): Methods {
  const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = bindMethods(bound);
  return {
    ...{ GET: fromAnywhere(GET), POST: fromAnywhere(POST), PUT: fromAnywhere(PUT) },
    ...{ PATCH: fromAnywhere(PATCH), DELETE: fromAnywhere(DELETE), OPTIONS: withPreflight(OPTIONS) },
  };
}
