import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '#lib/db/connect';
import { requestRendition } from '#lib/renditions/request-rendition';
import type { MachineWord } from '#lib/transcript/model';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { getPath } from '#e2e/support/editor/media';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from './wait';

/** A transcript with a recording that can be played. */
export interface RecordedTranscript {
  account: TestAccount;
  jobId: string;
  /** Where the owner opens it. */
  url: string;
}

/**
 * A transcribed job of an account of its own, with a recording of speech, or a film, two seconds longer than its words.
 * The words, in monologues of the same length, are put into the database: nothing is recognised. The worker makes the
 * rendition.
 */
export async function makeRecordedTranscript(
  longhand: SharedLonghand,
  { words, monologues, kind = 'audio' }: RecordedWords,
): Promise<RecordedTranscript> {
  const { sql } = longhand;
  const account = await longhand.createAccount();
  const jobId = await makeTranscript(longhand, account, { words: words.length, monologues });
  const key = randomBytes(16).toString('hex');
  const seconds = Math.ceil((words.at(-1)?.endMs ?? 0) / 1000) + 2;
  await record(getPath(longhand, key), kind, seconds);
  await sql`update machine_transcripts set words = ${sql.json(words as never)} where job_id = ${jobId}`;
  await sql`update jobs set media_key = ${key}, duration_seconds = ${seconds} where id = ${jobId}`;
  await rendered(longhand, jobId);
  return { account, jobId, url: `${longhand.baseUrl}/editor/${jobId}` };
}

interface RecordedWords {
  words: readonly MachineWord[];
  monologues: number;
  kind?: 'audio' | 'video';
}

async function record(file: string, kind: 'audio' | 'video', seconds: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-recording-'));
  try {
    const sound = path.join(folder, 'sound.wav');
    await makeRecording(sound, { seconds });
    if (kind === 'audio') return await copyFile(sound, file);
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-pix_fmt', 'yuv420p', '-shortest'];
    const film = path.join(folder, 'film.mp4');
    await ffmpeg('-i', sound, ...picture, film);
    await copyFile(film, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rendered({ databaseUrl, sql }: SharedLonghand, jobId: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    await db.transaction((tx) => requestRendition(tx, { jobId, priority: 0 }));
  } finally {
    await close();
  }
  await waitFor(`the rendition of ${jobId}`, async () => {
    const [job] = await sql<Array<{ key: string | null; failure: string | null }>>`
      select rendition_key as key, rendition_failure as failure from jobs where id = ${jobId}`;
    if (typeof job?.failure === 'string') throw new Error(job.failure);
    return job?.key ?? undefined;
  });
}
