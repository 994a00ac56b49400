import { DialectError } from '#lib/api/dialects/dialect';
import { acceptRecording } from '#lib/api/asr/accept-recording';
import { answer } from '#lib/api/asr/answer';
import { chooseRecognition } from '#lib/api/asr/choose-recognition';
import type { ErrorFacts } from '#lib/api/asr/errors';
import { writeTranscript } from '#lib/api/asr/present-transcript';
import { readRequestOptions, type GivenParameters } from '#lib/api/asr/read-request-options';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import { canTranslate } from '#lib/jobs/engines/read-offer';
import { withVersion } from '#lib/revisions/with-version';

const noTranslation = new DialectError<ErrorFacts>({
  status: 400,
  detail: 'No engine on this server can translate. Use task=transcribe for the text in the spoken language.',
});

/** Transcribes or translates an upload and responds in its format once the job has ended. Headers name the job. */
export async function transcribe({
  query,
  ...asked
}: FileRequest & { query: GivenParameters }): Promise<Response> {
  const requested = readRequestOptions(query);
  const { output } = requested;
  if (requested.translate && !(await canTranslate())) throw noTranslation;
  const { jobId, fileName } = await acceptRecording(asked, requested, {
    name: 'asr',
    choose: (offer) => chooseRecognition(requested, offer),
  });
  const response = await answer(asked, jobId, {
    // The original service also sends its JSON with this type.
    type: 'text/plain; charset=utf-8',
    isJson: output === 'json',
    write: async ({ version, facts }, { db, reference: { accountId }, signal }) => {
      const work = {
        name: 'write-asr-transcript',
        here: writeTranscript,
        input: { facts, requested },
      } as const;
      return withVersion(db, version, work, { accountId, signal });
    },
  });
  if (response.ok) {
    response.headers.set('asr-engine', 'longhand');
    const name = `${encodeURIComponent(Buffer.from(fileName).toString())}.${output}`;
    response.headers.set('content-disposition', `attachment; filename="${name}"`);
  }
  return response;
}
