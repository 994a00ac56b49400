import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '#lib/db/connect';
import { requestRendition } from '#lib/renditions/renditions';
import type { MachineWord } from '#lib/transcript/model';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { getPath } from '#e2e/support/editor/media';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from './wait';

/** A transcript with a playable recording. */
export interface RecordedTranscript {
  account: TestAccount;
  jobId: string;
  /** The owner's address for it. */
  url: string;
}

interface RecordedWords {
  words: readonly MachineWord[];
  monologues: number;
  kind?: 'audio' | 'video';
  /** The length of the recording: by default two seconds longer than its words. */
  seconds?: number;
}

/**
 * Makes a transcribed job of a new account, with a recording of speech, or a film. The words, in monologues of equal
 * length, are put into the database: nothing is recognized. The worker makes the rendition, once for all recordings of
 * the same kind and length: they share their files.
 */
export async function makeRecordedTranscript(
  longhand: SharedLonghand,
  { words, monologues, kind = 'audio', seconds }: RecordedWords,
): Promise<RecordedTranscript> {
  const { sql } = longhand;
  const account = await longhand.createAccount();
  const jobId = await makeTranscript(longhand, account, { words, monologues });
  const length = seconds ?? Math.ceil((words.at(-1)?.endMs ?? 0) / 1000) + 2;
  const key = createHash('md5').update(`${length} s of ${kind}`).digest('hex');
  await record(longhand, key, kind, length);
  await sql`update jobs set media_key = ${key}, duration_seconds = ${length} where id = ${jobId}`;
  await takeRendition(longhand, jobId, key);
  return { account, jobId, url: `${longhand.baseUrl}/editor/${jobId}` };
}

async function record(
  longhand: SharedLonghand,
  key: string,
  kind: 'audio' | 'video',
  seconds: number,
): Promise<void> {
  const file = getPath(longhand, key);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(path.dirname(file), { recursive: true });
  // Another suite may make it at the same time: it appears completely or not at all.
  const folder = await mkdtemp(path.join(longhand.dataDir, 'recording-'));
  try {
    const sound = path.join(folder, 'sound.wav');
    await makeRecording(sound, { seconds });
    if (kind === 'audio') return await rename(sound, file);
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10', '-pix_fmt', 'yuv420p', '-shortest'];
    const film = path.join(folder, 'film.mp4');
    await ffmpeg('-i', sound, ...picture, '-preset', 'ultrafast', film);
    await rename(film, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies to the job the rendition of the first job with this recording. */
async function takeRendition(longhand: SharedLonghand, jobId: string, mediaKey: string): Promise<void> {
  const { databaseUrl, sql } = longhand;
  const [first] = await sql<Array<{ id: string }>>`
    select id from jobs where media_key = ${mediaKey} and rendition_asked_at is not null
    order by rendition_key is null, rendition_asked_at limit 1`;
  if (first === undefined) {
    const { db, close } = connect(databaseUrl, { max: 1 });
    try {
      await db.transaction((tx) => requestRendition(tx, { jobId, priority: 0 }));
    } finally {
      await close();
    }
  }
  const madeFor = first?.id ?? jobId;
  await waitFor(`the rendition of ${madeFor}`, async () => {
    const [job] = await sql<Array<{ key: string | null; failure: string | null }>>`
      select rendition_key as key, rendition_failure as failure from jobs where id = ${madeFor}`;
    if (typeof job?.failure === 'string') throw new Error(job.failure);
    return job?.key ?? undefined;
  });
  await sql`
    update jobs set rendition_key = made.rendition_key, rendition_type = made.rendition_type, peaks_key = made.peaks_key,
      has_picture = made.has_picture, rendition_asked_at = made.rendition_asked_at
    from jobs made where jobs.id = ${jobId} and made.id = ${madeFor}`;
}
