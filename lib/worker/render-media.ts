import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { env } from '#lib/settings/env';
import { beginRendition, stepBackRendition, failRendition, storeRendition } from '#lib/renditions/renditions';
import type { Job } from '#lib/jobs/job';
import { watchRendition } from '#lib/renditions/watch-rendition';
import { log } from '#lib/settings/log';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import { splitPicture } from '#lib/media/rendition/split-picture';
import { InvalidMedia } from '#lib/media/media-failure';
import { writePeaks } from '#lib/media/peaks';
import { runRendering, type RenderContext } from '#lib/worker/run-rendering';

/**
 * Creates what the editor plays and draws for a transcribed job, and deletes the scratch folder with the
 * transcription's decoded sound. Pictures that need encoding are left to separate tasks, so the sound is ready within
 * seconds. Idempotent: the first stored rendition stays. When `signal` aborts, the task is left for the next worker; it
 * is retried if storage is unavailable or the disk full.
 */
export async function renderMedia(
  context: RenderContext,
  jobId: string,
  leaving: AbortSignal,
): Promise<void> {
  const { db } = context;
  const watch = await watchRendition(db, { jobId }, leaving);
  try {
    const job = await beginRendition(db, { jobId });
    if (job === undefined) return await removeScratch(context, jobId);
    await runRendering(
      {
        jobId,
        starts: job.renditionStarts,
        isHopeless: (error) => error instanceof InvalidMedia,
        work: () => render(context, job, watch.signal),
        stepBack: () => stepBackRendition(db, { jobId }),
        giveUp: async (renditionFailure) => {
          await failRendition(db, { jobId, renditionFailure });
          await removeScratch(context, jobId);
        },
      },
      watch,
    );
    if (watch.gone.aborted) await removeScratch(context, jobId);
  } finally {
    watch.stop();
  }
}

async function removeScratch({ scratchDir }: RenderContext, jobId: string): Promise<void> {
  await rm(path.join(scratchDir, jobId), { recursive: true, force: true });
}

async function render(context: RenderContext, job: Job, signal: AbortSignal): Promise<void> {
  const { db, storage, scratchDir } = context;
  if (job.mediaKey === null) throw new Error(`job ${job.id} has no media`);
  const jobId = job.id;
  const started = Date.now();
  const scratch = path.join(scratchDir, jobId);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  // A separate folder per run, because a killed process may still be writing.
  const folder = await mkdtemp(path.join(scratch, 'rendition-'));
  const pcmPath = path.join(scratch, 'audio.s16le');
  const file = path.join(folder, 'rendition.mp4');
  const { maxMediaSeconds: maxSeconds } = env();
  const used = job.recognition?.tracks?.filter((track) => track.used);
  const tracks = used?.map(({ number }) => number);
  const isCentered = used?.some(({ center }) => center === true) === true;
  const made = await storage.withLocalFile(job.mediaKey, async (inputPath) => {
    const { sound, start } = await planRendition(inputPath, signal, tracks);
    const options = { maxSeconds, sound, start, signal, ...(isCentered && { part: 'center' as const }) };
    const { durationSeconds: pcmSeconds, clock } = await decodeAudio(inputPath, pcmPath, options);
    return makeRendition({ inputPath, pcmPath, pcmSeconds, tracks, clock }, file, { signal });
  });
  const { type, durationSeconds } = made;
  const peaks = path.join(folder, 'peaks.dat');
  await writePeaks(pcmPath, peaks, { durationSeconds, signal });
  const { key: renditionKey } = await storage.adopt(file);
  const { key: peaksKey } = await storage.adopt(peaks);
  const pictureRanges = made.picture === undefined ? [] : splitPicture(durationSeconds, made.picture);
  const rendition = { renditionKey, renditionType: type, peaksKey };
  const isStored = await storeRendition(db, { jobId, ...rendition, pictureRanges });
  if (!isStored) await Promise.all([storage.remove(renditionKey), storage.remove(peaksKey)]);
  await removeScratch(context, jobId);
  const parts = pictureRanges.length;
  log().info({ jobId, type, isStored, parts, ms: Date.now() - started }, 'rendition made');
}
