import type { Dialect } from '#lib/api/dialects/dialect';
import { serveDialect } from '#lib/api/serve-dialect';
import { denial } from '#lib/api/v1/errors';
import { toProblem } from '#lib/api/v1/problems/problems';
import type { ApiRefusal, ApiRefusalReason } from '#lib/refusal';

/*
 * The earlier revision is translation only: the same verbs, refusals and keys, in the words and shapes that the
 * specification's "Earlier revision (differences)" lists.
 */

const statuses: Record<ApiRefusalReason['kind'], number> = {
  'invalid-parameters': 400,
  'unsupported-media-content-type': 400,
  'unsupported-content-encoding': 415,
  'media-missing-filename': 400,
  'unsupported-transcript-format': 400,
  'out-of-credit': 400,
  'insufficient-scope': 403,
  'job-not-found': 404,
  'invalid-job-state': 409,
  'legal-hold': 409,
  'transcript-mismatch': 422,
  'payload-too-large': 413,
  'idempotency-key-reuse': 409,
  'too-many-requests': 429,
  'service-unavailable': 503,
  'storage-full': 507,
};

/** The earlier revision: errors are `{"message": "…"}`. */
const earlier: Dialect<{ status: number; message: string }> = {
  contentType: 'application/json',
  body: ({ message }) => ({ message }),
  refused: (refusal) => ({ status: statuses[refusal.reason.kind], message: inWords(refusal) }),
  defect: (detail) => ({ status: 500, message: detail }),
  denied: () => denial,
  absent: ({ status, detail }) => ({ status, message: detail }),
  unreadable: ({ status, detail }) => ({ status, message: detail }),
};

/** Binds the operations of this revision; the exports of its route files, and of the one for every path that it does not have. */
export const { serve, methods, unknownPath } = serveDialect(earlier);

function inWords({ reason, message }: ApiRefusal): string {
  if (reason.kind === 'invalid-parameters') return message;
  const { title, detail } = toProblem(reason);
  return `${title}. ${detail}`;
}
