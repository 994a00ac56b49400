import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { env } from '#lib/settings/env';
import { beginRendition, stepBackRendition } from '#lib/renditions/begin-rendition';
import type { Job } from '#lib/jobs/job';
import { failRendition, storeRendition } from '#lib/renditions/store-rendition';
import { log } from '#lib/settings/log';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { InvalidMedia } from '#lib/media/media-failure';
import { writePeaks } from '#lib/media/peaks';
import { findOutage, logOutage } from '#lib/outage';
import type { WorkerContext } from '#lib/worker/transcribe-job';

type RenderContext = Pick<WorkerContext, 'db' | 'storage' | 'scratchDir'>;

/** Work that stopped this often is given up. */
const maxStarts = 3;

/**
 * Makes what the editor plays and draws of a transcribed job, and then removes its scratch folder with the sound
 * that the transcription has left there. May be repeated: the first rendition that is stored stays. When `signal`
 * aborts, the task is left for the next worker; while the storage is away or the disk full, it is tried again.
 */
export async function renderMedia(context: RenderContext, jobId: string, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const job = await beginRendition(db, { jobId });
  try {
    if (job !== undefined && job.renditionStarts > maxStarts) {
      await failRendition(db, { jobId, renditionFailure: 'the work stopped three times without a trace' });
    } else if (job !== undefined) {
      await render(context, job, signal);
    }
  } catch (error) {
    if (signal.aborted) {
      await stepBackRendition(db, { jobId });
      throw error;
    }
    const outage = findOutage(error);
    if (outage !== undefined) {
      logOutage(outage, { jobId });
      await stepBackRendition(db, { jobId });
      throw error;
    }
    log().error({ jobId, err: error }, 'rendition failed');
    const starts = job?.renditionStarts ?? 0;
    if (!(error instanceof InvalidMedia) && starts < maxStarts) throw error;
    await failRendition(db, { jobId, renditionFailure: String(error) });
  }
  await rm(path.join(context.scratchDir, jobId), { recursive: true, force: true });
}

async function render(context: RenderContext, job: Job, signal: AbortSignal): Promise<void> {
  if (job.mediaKey === null) throw new Error(`job ${job.id} has no media`);
  const started = Date.now();
  const scratch = path.join(context.scratchDir, job.id);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  // Of this run alone: a killed one may still write to another file.
  const folder = await mkdtemp(path.join(scratch, 'rendition-'));
  const pcmPath = path.join(scratch, 'audio.s16le');
  const rendition = path.join(folder, 'rendition.mp4');
  const { maxMediaSeconds: maxSeconds } = env();
  const { type, durationSeconds } = await context.storage.withLocalFile(job.mediaKey, async (inputPath) => {
    const { durationSeconds: pcmSeconds } = await decodeAudio(inputPath, pcmPath, { maxSeconds, signal });
    return makeRendition({ inputPath, pcmPath, pcmSeconds }, rendition, { signal });
  });
  const peaks = path.join(folder, 'peaks.dat');
  await writePeaks(pcmPath, peaks, { durationSeconds, signal });
  const isStored = await store(context, job.id, { rendition, type, peaks });
  log().info({ jobId: job.id, type, isStored, ms: Date.now() - started }, 'rendition made');
}

async function store(
  { db, storage }: RenderContext,
  jobId: string,
  made: { rendition: string; type: NonNullable<Job['renditionType']>; peaks: string },
): Promise<boolean> {
  const { key: renditionKey } = await storage.adopt(made.rendition);
  const { key: peaksKey } = await storage.adopt(made.peaks);
  const isStored = await storeRendition(db, { jobId, renditionKey, renditionType: made.type, peaksKey });
  if (!isStored) await Promise.all([storage.remove(renditionKey), storage.remove(peaksKey)]);
  return isStored;
}
