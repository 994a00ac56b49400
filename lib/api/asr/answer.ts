import { asr, toJobError } from '#lib/api/asr/errors';
import { answerJob, type AnswerForm } from '#lib/api/dialects/answer-job';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import { findResult } from '#lib/api/dialects/find-result';

/** Responds with the job's result once it has ended. Throws a `DialectError` if the job fails early. */
export async function answer(
  { db, accountId, mode, request }: FileRequest,
  jobId: string,
  form: Pick<AnswerForm, 'type' | 'isJson' | 'write'>,
): Promise<Response> {
  return answerJob(
    { db, reference: { accountId, mode, jobId }, signal: request.signal },
    { ...form, dialect: asr, find: (db, reference) => findResult(db, reference, toJobError) },
  );
}
