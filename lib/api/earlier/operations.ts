import { z } from 'zod';
import type { OptionRules } from '#lib/api/submission/submission-options';
import { contract } from '#lib/api/v1/contract';
import { jobId, listQuery, transcriptQuery } from '#lib/api/v1/schemas';

const nothing = z.object({});
// This revision knows no malformed id, only jobs that are not there; no job has the id that stands for those.
const oneJob = z.object({ id: jobId.catch('-') });

/** The operations of the earlier revision, below `/api/v1`. Each needs a key of the same scope as in the current one. */
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

/** Rules for the options of a submission: this revision knows `media_url` and `metadata` only. */
export const optionRules: OptionRules = {
  ofUpload: { part: 'required', mediaUrl: 'refused' },
  callbackUrl: 'ignored',
  recognition: 'ignored',
  job: 'ignored',
};

/** The formats of a transcript in this revision. A client that does not choose gets JSON. */
export const transcriptFormats = ['text/plain', 'application/json'] as const;
