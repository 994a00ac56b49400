import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { drainBody } from '#lib/api/body/drain-body';
import { OpenAiError } from '#lib/api/openai/errors';

/**
 * Refuses a translation: no engine that Longhand knows translates. Not as a path that is not there: Nextcloud's app takes that for
 * a server without speech recognition.
 */
export async function refuseTranslation({ request }: { request: Request }): Promise<never> {
  if (request.body !== null) await drainBody(Readable.fromWeb(request.body as BodyStream));
  throw new OpenAiError({
    ...{ status: 400, type: 'invalid_request_error', code: 'unsupported_operation' },
    message:
      'No engine of this server translates. POST /v1/audio/transcriptions gives the text in the language that is spoken.',
  });
}
