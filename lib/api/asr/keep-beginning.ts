import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { badFile, invalid } from '#lib/api/asr/errors';
import { wrapSamples } from '#lib/api/asr/wrap-samples';
import type { SavedFile } from '#lib/api/body/read-form';
import { takeMeasuringTurn } from '#lib/jobs/submit/measure-media';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia } from '#lib/media/media-failure';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';

/**
 * Stores the sound of the first seconds of a recording in its place. Throws a `DialectError` for one that can't be read; refuses
 * `service-unavailable` when its turn takes too long.
 */
export async function keepBeginning(
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
