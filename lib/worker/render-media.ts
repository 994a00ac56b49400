import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { env } from '#lib/env';
import { beginRendition, stepBackRendition } from '#lib/jobs/begin-rendition';
import type { Job } from '#lib/jobs/job';
import { failRendition, storeRendition } from '#lib/jobs/store-rendition';
import { log } from '#lib/log';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/make-rendition';
import { InvalidMedia } from '#lib/media/media-failure';
import { writePeaks } from '#lib/media/peaks';
import type { Workshop } from '#lib/worker/transcribe-job';

type RenderShop = Pick<Workshop, 'db' | 'storage' | 'scratchDir'>;

/** Work that stopped this often is given up. */
const mostStarts = 3;

/**
 * Makes what the editor plays and draws of a transcribed job, and then removes its scratch folder with the sound
 * that the transcription has left there. May be repeated: the first rendition that is stored stays. When `signal`
 * aborts, the task is left for the next worker.
 */
export async function renderMedia(shop: RenderShop, jobId: string, signal: AbortSignal): Promise<void> {
  const { db } = shop;
  const job = await beginRendition(db, { jobId });
  try {
    if (job !== undefined && job.renditionStarts > mostStarts) {
      await failRendition(db, { jobId, renditionFailure: 'the work stopped three times without a trace' });
    } else if (job !== undefined) {
      await render(shop, job, signal);
    }
  } catch (error) {
    if (signal.aborted) {
      await stepBackRendition(db, { jobId });
      throw error;
    }
    log().error({ jobId, err: error }, 'the rendition could not be made');
    const starts = job?.renditionStarts ?? 0;
    if (!(error instanceof InvalidMedia) && starts < mostStarts) throw error;
    await failRendition(db, { jobId, renditionFailure: String(error) });
  }
  await rm(path.join(shop.scratchDir, jobId), { recursive: true, force: true });
}

async function render(shop: RenderShop, job: Job, signal: AbortSignal): Promise<void> {
  if (job.mediaKey === null) throw new Error(`job ${job.id} has no media`);
  const started = Date.now();
  const scratch = path.join(shop.scratchDir, job.id);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  // Of this run alone: what a killed one goes on writing is another file.
  const folder = await mkdtemp(path.join(scratch, 'rendition-'));
  const inputPath = shop.storage.pathOf(job.mediaKey);
  const pcmPath = path.join(scratch, 'audio.s16le');
  const { maxMediaSeconds: maxSeconds } = env();
  const { durationSeconds: pcmSeconds } = await decodeAudio(inputPath, pcmPath, { maxSeconds, signal });

  const rendition = path.join(folder, 'rendition.mp4');
  const { type, durationSeconds } = await makeRendition({ inputPath, pcmPath, pcmSeconds }, rendition, {
    signal,
  });
  const peaks = path.join(folder, 'peaks.dat');
  await writePeaks(pcmPath, peaks, { durationSeconds, signal });
  const isStored = await store(shop, job.id, { rendition, type, peaks });
  log().info({ jobId: job.id, type, isStored, ms: Date.now() - started }, 'rendition made');
}

async function store(
  { db, storage }: RenderShop,
  jobId: string,
  made: { rendition: string; type: NonNullable<Job['renditionType']>; peaks: string },
): Promise<boolean> {
  const { key: renditionKey } = await storage.adopt(made.rendition);
  const { key: peaksKey } = await storage.adopt(made.peaks);
  const isStored = await storeRendition(db, { jobId, renditionKey, renditionType: made.type, peaksKey });
  if (!isStored) await Promise.all([storage.remove(renditionKey), storage.remove(peaksKey)]);
  return isStored;
}
