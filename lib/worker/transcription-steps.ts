import path from 'node:path';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import type { Job } from '#lib/jobs/job';
import { readHeaders } from '#lib/jobs/headers/headers';
import { mediaName } from '#lib/jobs/submit/media-name';
import { storeMedia } from '#lib/jobs/work/store-media';
import { fetchMedia } from '#lib/media/fetch-media';
import { netPolicy } from '#lib/net/net-policy';
import type { Storage } from '#lib/storage/storage';
import { withSpan } from '#lib/tracing/with-span';
import type { Recognition } from '#lib/recognition/recognition';
import type { Sound } from '#lib/recognition/recognize-recording';
import type { RecognitionRecord } from '#lib/recognition/record';
import { readRecord, readWordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { readFile, writeFile } from 'node:fs/promises';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { TrackChoice, TrackSource } from '#lib/recognition/tracks/choose-tracks';

/**
 * Returns the storage key of the job's media: the upload, or its `media_url`, fetched once and then stored. Throws a
 * `DownloadFailure` if fetching fails.
 */
export async function obtainMedia(
  { db, storage }: { db: Db; storage: Storage },
  job: Job,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<string> {
  if (job.mediaKey !== null) return job.mediaKey;
  const { mediaUrl } = job;
  if (mediaUrl === null) throw new Error(`job ${job.id} has no media`);
  return withSpan('fetch', {}, () => download({ db, storage }, job, { mediaUrl, scratch, signal }));
}

async function download(
  { db, storage }: { db: Db; storage: Storage },
  job: Job,
  { mediaUrl, scratch, signal }: { mediaUrl: string; scratch: string; signal: AbortSignal },
): Promise<string> {
  const fetched = path.join(scratch, 'fetched');
  const headers = await readHeaders(db, { jobId: job.id, kind: 'media' }, await readSecret(env()));
  const { fileName: servedName } = await fetchMedia(mediaUrl, fetched, {
    policy: netPolicy(),
    maxBytes: env().maxUploadBytes,
    headers,
    signal,
  });
  const { key, bytes } = await storage.adopt(fetched);
  const name = mediaName({ mediaUrl, servedName });
  await storeMedia(db, { jobId: job.id, mediaKey: key, mediaBytes: bytes, name });
  return key;
}

/**
 * Separates speakers again for the transcript of a repeated recognition: returns its current words with new speakers,
 * and their record. Throws an `EngineFailure` if that fails, and the signal's reason when aborted.
 */
export async function separateSpeakers(
  { db, recognition }: { db: Db; recognition: Recognition },
  { recognizes, recognitionOptions }: Job,
  sound: Sound,
  signal: AbortSignal,
): Promise<Recognized & { recognition?: RecognitionRecord }> {
  const reference = { jobId: recognizes ?? '' };
  const words = await readWordsInUse(db, reference);
  const asked = recognitionOptions?.speakers;
  const speakers = asked === undefined || asked === 'off' ? 'auto' : asked;
  const { speakersBy, ...separated } = await recognition.separateSpeakers(sound, { words, speakers }, signal);
  const record = await readRecord(db, reference);
  if (record === null) return separated;
  const notes = record.notes.filter((note) => note !== 'speakers-failed');
  const options = { ...record.options, speakers };
  return { ...separated, recognition: { ...record, options, notes, speakersBy } };
}

/**
 * Chooses the tracks to recognize (see `chooseTracks`). The choice is stored in the job's folder with the decoded
 * sound: a later run on this machine, which may have new models, must use both.
 */
export async function chooseTracksOnce(
  recognition: Recognition,
  source: TrackSource,
  options: RecognitionOptions,
  signal: AbortSignal,
): Promise<TrackChoice> {
  const file = path.join(source.folder, 'tracks.json');
  const kept = await readKept(file);
  if (kept !== undefined) return kept;
  const choice = await recognition.chooseTracks(source, options, signal);
  await writeFile(file, JSON.stringify(choice));
  return choice;
}

/** Undefined if missing or incomplete: then nothing was decoded with it. */
async function readKept(file: string): Promise<TrackChoice | undefined> {
  try {
    return JSON.parse(await readFile(/* turbopackIgnore: true */ file, 'utf8')) as TrackChoice;
  } catch {
    return undefined;
  }
}
