import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { writePeaks } from '#lib/media/peaks';
import { diskStorage } from '#lib/storage/disk-storage';
import { machineWords, makeTranscript } from '#e2e/support/editor/make-transcript';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import type { SharedLonghand, TestAccount } from '#e2e/support/start-longhand';

/** A transcript of a film whose sound can be played, and whose picture nobody works on yet. */
export interface FilmToCome {
  account: TestAccount;
  jobId: string;
  /** Where the owner opens it. */
  url: string;
  /** Has the worker encode the picture. */
  encode: () => Promise<void>;
}

/** A transcribed job of an account of its own, of an MPEG-4 film of two minutes. */
export async function makeFilmToCome(longhand: SharedLonghand): Promise<FilmToCome> {
  const { sql, dataDir, baseUrl } = longhand;
  const account = await longhand.createAccount();
  const words = machineWords(60);
  const jobId = await makeTranscript(longhand, account, { words: words.length, monologues: 12 });
  // A queue that other suites fill, too, is waited for while it plays.
  const seconds = 120;
  const storage = diskStorage(path.join(dataDir, 'media'));
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-film-'));
  const at = (name: string) => path.join(folder, name);
  try {
    await makeRecording(at('sound.wav'), { seconds });
    const picture = ['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=2:duration=${seconds}`];
    await ffmpeg('-i', at('sound.wav'), ...picture, '-shortest', at('film.avi'));
    const { durationSeconds } = await decodeAudio(at('film.avi'), at('pcm'), { maxSeconds: 150 });
    const source = { inputPath: at('film.avi'), pcmPath: at('pcm'), pcmSeconds: durationSeconds };
    await makeRendition(source, at('sound.mp4'), {});
    await writePeaks(at('pcm'), at('peaks'), { durationSeconds });
    const adopt = async (name: string) => {
      await copyFile(at(name), at(`${name}.stored`));
      return (await storage.adopt(at(`${name}.stored`))).key;
    };
    const [media, rendition, peaks] = [
      await adopt('film.avi'),
      await adopt('sound.mp4'),
      await adopt('peaks'),
    ];
    await sql.begin(async (tx) => {
      await tx`
        update jobs set media_key = ${media}, rendition_key = ${rendition}, rendition_type = 'audio/mp4',
          peaks_key = ${peaks}, rendition_asked_at = now(), picture_asked_at = now(), has_picture = true,
          duration_seconds = ${durationSeconds}
        where id = ${jobId}`;
      await tx`insert into picture_parts (id, job_id, start_seconds) values (${`${jobId}-part`}, ${jobId}, 0)`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const encode = async () => {
    const task = { jobId, partId: `${jobId}-part` };
    await sql`select graphile_worker.add_job('encode-picture', ${sql.json(task)}::json)`;
  };
  return { account, jobId, url: `${baseUrl}/editor/${jobId}`, encode };
}
