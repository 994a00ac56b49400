import { AsrError, errorResponse, explain, toJobError } from '#lib/api/asr/errors';
import { answerJob, type AnswerForm, type Patience } from '#lib/api/dialects/answer-job';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import { nameJob } from '#lib/api/dialects/name-job';
import { readHeard } from '#lib/api/dialects/read-heard';

/** The answer to a request that came to this job, as soon as it has ended. It names the job, also where it failed. */
export async function answer(
  { db, accountId, mode, request }: FileRequest,
  jobId: string,
  form: Pick<AnswerForm, 'type' | 'isJson' | 'write'>,
  patience?: Patience,
): Promise<Response> {
  const answering = answerJob(
    { db, reference: { accountId, mode, jobId }, signal: request.signal },
    {
      ...form,
      read: (db, reference) => readHeard(db, reference, toJobError),
      explain: (error) => ({ detail: explain(error, jobId).detail }),
    },
    patience,
  );
  return nameJob(jobId, await orError(answering));
}

async function orError(answering: Promise<Response>): Promise<Response> {
  try {
    return await answering;
  } catch (error) {
    if (error instanceof AsrError) return errorResponse(error.facts);
    throw error;
  }
}
