import { nameJob } from '#lib/api/dialects/name-job';
import { acceptTranscription } from '#lib/api/openai/accept-transcription';
import { answer } from '#lib/api/openai/answer';
import { errorResponse, OpenAiError } from '#lib/api/openai/errors';
import { streamTranscript } from '#lib/api/openai/stream-transcript';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';

/**
 * Transcribes what a request brings and answers in its format, as soon as the job has ended, or piece by piece. The answer
 * names the job, and where its transcript is edited. A client that goes away leaves the job behind.
 */
export async function transcribe(call: {
  db: Db;
  accountId: string;
  mode: ApiMode;
  request: Request;
}): Promise<Response> {
  const { db, accountId, mode, request } = call;
  const { jobId, wishes } = await acceptTranscription(call);
  const asked = { db, reference: { accountId, mode, jobId }, wishes, signal: request.signal };
  return nameJob(jobId, wishes.stream ? streamTranscript(asked) : await orError(answer(asked)));
}

/** The error of a job that failed names the job, too. */
async function orError(answering: Promise<Response>): Promise<Response> {
  try {
    return await answering;
  } catch (error) {
    if (error instanceof OpenAiError) return errorResponse(error.facts);
    throw error;
  }
}
