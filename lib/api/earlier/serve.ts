import { methodsWith, noSuchPath } from '#lib/api/methods';
import { serveWith } from '#lib/api/serve';
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
  'payload-too-large': 413,
  'idempotency-key-reuse': 409,
  'too-many-requests': 429,
  'service-unavailable': 503,
  'storage-full': 507,
};

/** Binds an operation of the earlier revision to what does it: errors are `{"message": "…"}`. */
export const serve = serveWith({
  refused: (refusal) => messageResponse(statuses[refusal.reason.kind], inWords(refusal)),
  defect: (requestId) => messageResponse(500, `Something went wrong on our side. Request ID: ${requestId}.`),
});

/** The exports of a route file of this revision: the given verbs, 405 for the others. */
export const methods = methodsWith(({ status, detail }) => messageResponse(status, detail));

/** The exports of the route file for every path that this revision does not have. */
export const unknownPath = noSuchPath(({ status, detail }) => messageResponse(status, detail));

/** An error of the earlier revision. */
function messageResponse(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

function inWords({ reason, message }: ApiRefusal): string {
  if (reason.kind === 'invalid-parameters') return message;
  const { title, detail } = toProblem(reason);
  return `${title}. ${detail}`;
}
