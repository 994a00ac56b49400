import { asr, toJobError } from '#lib/api/asr/errors';
import { answerJob, type AnswerForm } from '#lib/api/dialects/answer-job';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import { readResult } from '#lib/api/dialects/read-result';

/** The answer to a request that came to this job, as soon as it has ended. Throws a `DialectError` for one that failed early. */
export async function answer(
  { db, accountId, mode, request }: FileRequest,
  jobId: string,
  form: Pick<AnswerForm, 'type' | 'isJson' | 'write'>,
): Promise<Response> {
  return answerJob(
    { db, reference: { accountId, mode, jobId }, signal: request.signal },
    { ...form, dialect: asr, read: (db, reference) => readResult(db, reference, toJobError) },
  );
}
