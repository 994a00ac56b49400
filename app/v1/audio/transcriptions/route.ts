import { operations } from '#lib/api/openai/contract';
import { methods, serve } from '#lib/api/openai/serve';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import { acceptTranscription } from '#lib/api/openai/accept-transcription';
import { answer } from '#lib/api/openai/answer';
import { streamTranscript } from '#lib/api/openai/stream-transcript';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.createTranscription, transcribe),
});

/** Transcribes an upload, and answers in its format at the end of the job, or as a stream. Headers name the job. */
async function transcribe(call: FileRequest): Promise<Response> {
  const { db, accountId, mode, request } = call;
  const { jobId, requested } = await acceptTranscription(call, 'transcription');
  const asked = { db, reference: { accountId, mode, jobId }, requested, signal: request.signal };
  return requested.stream ? streamTranscript(asked) : answer(asked);
}
