import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { acceptRecording } from '#lib/api/asr/accept-recording';
import { answer } from '#lib/api/asr/answer';
import { chooseDetection } from '#lib/api/asr/choose-recognition';
import { badFile, invalid } from '#lib/api/asr/errors';
import { readRequestOptions, type GivenParameters } from '#lib/api/asr/read-request-options';
import type { FileRequest } from '#lib/api/dialects/accept-file';
import type { JobResult } from '#lib/api/dialects/find-result';
import { nameLanguage, writeLanguage } from '#lib/recognition/models/whisper-language';
import { wrapSamples } from '#lib/api/asr/wrap-samples';
import type { SavedFile } from '#lib/api/body/read-form';
import { takeMeasuringTurn } from '#lib/jobs/submit/measure-media';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia } from '#lib/media/media-failure';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';
import { toTranscript } from '#lib/revisions/read-transcript';
import { readSource } from '#lib/revisions/transcript-source';

/** Seconds of audio to recognize. A minute costs no more than the half minute of the original service. */
const maxSeconds = 60;

/** Detects the language of the first minute, using a job: `{"detected_language", "language_code", "confidence"}`. */
export async function detectLanguage({
  query,
  ...asked
}: FileRequest & { query: GivenParameters }): Promise<Response> {
  const { accountId, mode } = asked;
  const replace = (file: Parameters<typeof keepBeginning>[0]) =>
    keepBeginning(file, { accountId, maxSeconds });
  const { jobId } = await acceptRecording(asked, readRequestOptions(query), {
    ...{ name: 'asr-language', nameSuffix: ' (first minute)', maxSeconds, choose: chooseDetection },
    // The sandbox doesn't read files.
    ...(mode === 'live' && { replace }),
  });
  return answer(asked, jobId, {
    ...{ type: 'application/json', isJson: true },
    // Written on this thread: a minute of speech is short.
    write: async ({ version, facts }, { db }) =>
      presentLanguage({ ...facts, transcript: toTranscript(await readSource(db, version)) }),
  });
}

/** The confidence is the share of words in this language. */
function presentLanguage({ language, transcript }: JobResult): string {
  const words = transcript.monologues.flatMap((monologue) => monologue.words);
  if (language === null || words.length === 0) {
    throw invalid(badFile('No language detected: there is no speech in the first minute.'));
  }
  // A word has a language if it differs from the transcript's.
  const own = words.filter((word) => word.language === undefined || word.language === language);
  return JSON.stringify({
    detected_language: nameLanguage(language),
    language_code: writeLanguage(language),
    confidence: own.length / words.length,
  });
}

/** Replaces a stored recording with its first seconds. Throws a `DialectError`; refuses `service-unavailable`. */
async function keepBeginning(
  file: SavedFile,
  { accountId, maxSeconds }: { accountId: string; maxSeconds: number },
): Promise<SavedFile> {
  const storage = openStorage();
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-beginning-'));
  const samples = path.join(folder, 'beginning.s16le');
  try {
    const decode = (recording: string) => decodeAudio(recording, samples, { maxSeconds });
    await takeMeasuringTurn(accountId, () => storage.withLocalFile(file.key, decode));
    const { maxUploadBytes: maxBytes } = env();
    const kept = await storage.save(wrapSamples(createReadStream(samples)), { maxBytes });
    await storage.remove(file.key);
    return { ...file, ...kept };
  } catch (error) {
    throw error instanceof InvalidMedia ? invalid(badFile(error.detail)) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
