import type { Dialect } from '#lib/api/dialects/dialect';
import { serveDialect } from '#lib/api/serve-dialect';
import { denial } from '#lib/api/v1/errors';
import { toProblem } from '#lib/api/v1/problems/problems';
import type { ApiRefusal } from '#lib/refusal';

/* The earlier revision: the same verbs, in the words and shapes of the specification's "Earlier revision". */

/** The earlier revision: errors are `{"message": "…"}`. */
const earlier: Dialect<{ status: number; message: string }> = {
  contentType: 'application/json',
  body: ({ message }) => ({ message }),
  refused: toError,
  defect: (detail) => ({ status: 500, message: detail }),
  denied: () => denial,
  absent: ({ status, detail }) => ({ status, message: detail }),
  unreadable: ({ status, detail }) => ({ status, message: detail }),
};

/** Binds the operations of this revision; the exports of its route files, and of the one for every path that it does not have. */
export const { serve, methods, unknownPath } = serveDialect(earlier);

function toError({ reason, message }: ApiRefusal): { status: number; message: string } {
  const { status, title, detail } = toProblem(reason);
  if (reason.kind === 'invalid-parameters') return { status, message };
  return { status: reason.kind === 'out-of-credit' ? 400 : status, message: `${title}. ${detail}` };
}
