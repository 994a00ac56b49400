import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { operations } from '#lib/api/openai/contract';
import { methods, serve } from '#lib/api/openai/serve';
import { drainBody } from '#lib/api/body/read-body';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import { canTranslate } from '#lib/jobs/engines/read-offer';
import { acceptTranscription } from '#lib/api/openai/accept-transcription';
import { answer } from '#lib/api/openai/answer';
import { noTranslation } from '#lib/api/openai/errors';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.createTranslation, translate),
});

/**
 * Translates an upload into English, answering like `transcribe`. Never 404 without an engine: Nextcloud misreads it.
 */
async function translate(call: FileRequest): Promise<Response> {
  const { db, accountId, mode, request } = call;
  if (!(await canTranslate())) {
    if (request.body !== null) await drainBody(Readable.fromWeb(request.body as BodyStream));
    throw noTranslation('No engine on this server can translate.');
  }
  const { jobId, requested } = await acceptTranscription(call, 'translation');
  return answer({ db, reference: { accountId, mode, jobId }, requested, signal: request.signal });
}
