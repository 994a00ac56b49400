import type { Dialect } from '#lib/api/dialects/dialect';
import { serveDialect } from '#lib/api/serve-dialect';
import { denial } from '#lib/api/v1/errors';
import { toProblem } from '#lib/api/v1/problems/problems';
import type { ApiRefusal } from '#lib/refusal';
import { z } from 'zod';
import type { OptionRules } from '#lib/api/submission/submission-options';
import { contract } from '#lib/api/v1/contract';
import { jobId, listQuery, transcriptQuery } from '#lib/api/v1/schemas';

/* The earlier revision: the same verbs, with the names and shapes of the specification's "Earlier revision". */

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

/** Binds this revision's operations, and creates the exports of its route files and of the catch-all route. */
export const { serve, methods, unknownPath } = serveDialect(earlier);

function toError({ reason, message }: ApiRefusal): { status: number; message: string } {
  const { status, title, detail } = toProblem(reason);
  if (reason.kind === 'invalid-parameters') return { status, message };
  return { status: reason.kind === 'out-of-credit' ? 400 : status, message: `${title}. ${detail}` };
}

const nothing = z.object({});
// This revision doesn't report malformed ids, only unknown jobs; no job has the substitute id.
const oneJob = z.object({ id: jobId.catch('-') });

/** The operations of the earlier revision, below `/api/v1`. Each needs a key of the same scope as in the current. */
export const operations = {
  submitJob: { id: 'earlier.submitJob', scope: contract.submitJob.scope, params: nothing, query: nothing },
  listJobs: { id: 'earlier.listJobs', scope: contract.listJobs.scope, params: nothing, query: listQuery },
  getJob: { id: 'earlier.getJob', scope: contract.getJob.scope, params: oneJob, query: nothing },
  deleteJob: { id: 'earlier.deleteJob', scope: contract.deleteJob.scope, params: oneJob, query: nothing },
  getTranscript: {
    id: 'earlier.getTranscript',
    scope: contract.getTranscript.scope,
    params: oneJob,
    query: transcriptQuery,
  },
  getAccount: { id: 'earlier.getAccount', scope: contract.getAccount.scope, params: nothing, query: nothing },
};

/** Rules for the options of a submission: this revision supports `media_url` and `metadata` only. */
export const optionRules: OptionRules = {
  ofUpload: { part: 'required', mediaUrl: 'refused' },
  callbackUrl: 'ignored',
  recognition: 'ignored',
  job: 'ignored',
};

/** The transcript formats of this revision. The default is JSON. */
export const transcriptFormats = ['text/plain', 'application/json'] as const;
