import { acceptRecording } from '#lib/api/asr/accept-recording';
import { answer } from '#lib/api/asr/answer';
import { chooseDetection } from '#lib/api/asr/choose-recognition';
import { badFile, invalid } from '#lib/api/asr/errors';
import { keepBeginning } from '#lib/api/asr/keep-beginning';
import { readRequestOptions, type GivenParameters } from '#lib/api/asr/read-request-options';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import type { Heard } from '#lib/api/dialects/read-heard';
import { nameLanguage, writeLanguage } from '#lib/recognition/models/whisper-language';

/** Seconds of sound to listen to. It costs no more than the half minute of the original service. */
const maxSeconds = 60;

/**
 * Tells the language that is spoken in the first minute of what a request brings: `{"detected_language", "language_code",
 * "confidence"}`. That minute is a job. Throws a `DialectError` where no engine can tell languages apart.
 */
export async function detectLanguage({
  query,
  ...asked
}: FileRequest & { query: GivenParameters }): Promise<Response> {
  const { accountId, mode } = asked;
  const replace = (file: Parameters<typeof keepBeginning>[0]) =>
    keepBeginning(file, { accountId, maxSeconds });
  const { jobId } = await acceptRecording(asked, readRequestOptions(query), {
    ...{ name: 'asr-language', nameSuffix: ' (first minute)', maxSeconds, choose: chooseDetection },
    // Nothing that the sandbox is sent is read.
    ...(mode === 'live' && { replace }),
  });
  return answer(asked, jobId, { type: 'application/json', isJson: true, write: presentLanguage });
}

/** The confidence is the share of the words that are in this language. */
function presentLanguage({ language, transcript }: Heard): string {
  const words = transcript.monologues.flatMap((monologue) => monologue.words);
  if (language === null || words.length === 0) {
    throw invalid(badFile('No language detected: there is no speech in the first minute.'));
  }
  // A word that is in another language says so.
  const own = words.filter((word) => word.language === undefined || word.language === language);
  return JSON.stringify({
    detected_language: nameLanguage(language),
    language_code: writeLanguage(language),
    confidence: own.length / words.length,
  });
}
