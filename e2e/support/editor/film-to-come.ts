import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { writePeaks } from '#lib/media/peaks';
import { diskStorage } from '#lib/storage/disk-storage';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { ffmpeg } from '#e2e/support/speech';
import type { SharedLonghand } from '#e2e/support/start-longhand';

/** A transcript of a film whose sound can be played, and whose picture no worker encodes yet. */
export interface FilmToCome {
  jobId: string;
  /** The owner's address for it. */
  url: string;
  /** Queues the picture for encoding by the worker. */
  encode: () => Promise<void>;
}

/** A film of two minutes with the rendition of its sound, for transcripts whose picture is still to come. */
export interface Film {
  /** Makes a transcribed job of the account. */
  transcribe: (account: { id: string }) => Promise<FilmToCome>;
  remove: () => Promise<void>;
}

/** Tests play the film while they wait for a queue that other suites fill, too. */
const seconds = 120;
const words = 60;

/** Makes an MPEG-4 film. */
export async function makeFilm(longhand: SharedLonghand): Promise<Film> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-film-'));
  const at = (name: string) => path.join(folder, name);
  const lavfi = (source: string) => ['-f', 'lavfi', '-i', `${source}:duration=${seconds}`];
  await ffmpeg(...lavfi('sine=frequency=300'), ...lavfi('testsrc=size=160x90:rate=2'), at('film.avi'));
  const { durationSeconds } = await decodeAudio(at('film.avi'), at('pcm'), { maxSeconds: seconds + 30 });
  const source = { inputPath: at('film.avi'), pcmPath: at('pcm'), pcmSeconds: durationSeconds };
  await makeRendition(source, at('sound.mp4'), {});
  await writePeaks(at('pcm'), at('peaks'), { durationSeconds });
  return {
    transcribe: async (account) => transcribe(longhand, account, { at, durationSeconds }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function transcribe(
  { sql, dataDir, baseUrl }: SharedLonghand,
  account: { id: string },
  { at, durationSeconds }: { at: (name: string) => string; durationSeconds: number },
): Promise<FilmToCome> {
  const jobId = await makeTranscript({ sql }, account, { words, monologues: 12 });
  const storage = diskStorage(path.join(dataDir, 'media'));
  const adopt = async (name: string) => {
    await copyFile(at(name), at(`${name}.stored`));
    return (await storage.adopt(at(`${name}.stored`))).key;
  };
  const media = await adopt('film.avi');
  const rendition = await adopt('sound.mp4');
  const peaks = await adopt('peaks');
  await sql.begin(async (tx) => {
    await tx`
      update jobs set media_key = ${media}, rendition_key = ${rendition}, rendition_type = 'audio/mp4',
        peaks_key = ${peaks}, rendition_asked_at = now(), picture_asked_at = now(), has_picture = true,
        duration_seconds = ${durationSeconds}
      where id = ${jobId}`;
    await tx`insert into picture_parts (id, job_id, start_seconds) values (${`${jobId}-part`}, ${jobId}, 0)`;
  });
  const encode = async () => {
    const task = { jobId, partId: `${jobId}-part` };
    await sql`select graphile_worker.add_job('encode-picture', ${sql.json(task)}::json)`;
  };
  return { jobId, url: `${baseUrl}/editor/${jobId}`, encode };
}
