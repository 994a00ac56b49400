import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readVocabulary } from '#lib/accounts/read-vocabulary';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/env';
import { beginRecognition } from '#lib/jobs/begin-recognition';
import { beginWork, stepBack } from '#lib/jobs/begin-work';
import { completeJob } from '#lib/jobs/complete-job';
import { failJob } from '#lib/jobs/fail-job';
import type { Job } from '#lib/jobs/job';
import { priceJob } from '#lib/jobs/price-job';
import { keepPiece, readPieces } from '#lib/jobs/recognised-pieces';
import { log } from '#lib/log';
import { decodeAudio } from '#lib/media/decode-audio';
import { probeMedia } from '#lib/media/probe-media';
import type { Recognition } from '#lib/recognition/recognition';
import type { Storage } from '#lib/storage/disk-storage';
import { failureOf, givenUp, type Failure } from '#lib/worker/failure-of';
import { obtainMedia } from '#lib/worker/obtain-media';

/** What the worker's tasks work with. */
export interface Workshop {
  db: Db;
  storage: Storage;
  recognition: Recognition;
  /** A folder for files that only one job needs; each job has its own inside. */
  scratchDir: string;
}

/** Work that stopped this often without getting further is given up. */
const mostStarts = 3;

/**
 * Takes a job from its media to its transcript, or to its failure. May be repeated at any point: what was decoded
 * and recognised before is used again. When `signal` aborts, the job is left in progress for the next worker.
 */
export async function transcribeJob(shop: Workshop, jobId: string, signal: AbortSignal): Promise<void> {
  const job = await beginWork(shop.db, { jobId });
  if (job === undefined) return;
  if (job.startsWithoutProgress > mostStarts) {
    log().error({ jobId }, 'work on the job stopped three times without a trace: given up');
    return end(shop, jobId, givenUp);
  }
  try {
    await work(shop, job, signal);
  } catch (error) {
    if (signal.aborted) {
      await stepBack(shop.db, { jobId });
      throw error;
    }
    const failure = failureOf(error);
    if (failure !== undefined) {
      log().info({ jobId, failure: failure.failure, err: error }, 'job failed');
      return end(shop, jobId, failure);
    }
    log().error({ jobId, err: error }, 'work on the job met a defect');
    if (job.startsWithoutProgress < mostStarts) throw error;
    return end(shop, jobId, givenUp);
  }
}

async function work(shop: Workshop, job: Job, signal: AbortSignal): Promise<void> {
  const { db, recognition } = shop;
  const jobId = job.id;
  const scratch = path.join(shop.scratchDir, jobId);
  await mkdir(scratch, { recursive: true, mode: 0o700 });

  const media = await obtainMedia(shop, job, { scratch, signal });
  const { maxMediaSeconds: maxSeconds } = env();
  let seconds = job.durationSeconds;
  if (seconds === null || seconds > maxSeconds) {
    seconds = (await probeMedia(media, { maxSeconds, signal })).durationSeconds;
    await priceJob(db, { jobId, durationSeconds: seconds }, env());
  }

  const pcm = path.join(scratch, 'audio.s16le');
  const { durationSeconds, channels } = await decodeAudio(media, pcm, { maxSeconds, signal });
  // A file can be made to look shorter than it sounds.
  if (durationSeconds > seconds + 1) await priceJob(db, { jobId, durationSeconds }, env());

  const standingVocabulary = await readVocabulary(db, job);
  const plan = await recognition.prepare(
    { mixed: pcm, channels, totalMs: Math.round(durationSeconds * 1000) },
    { ...job.recognitionOptions, standingVocabulary },
  );
  await beginRecognition(db, { jobId, record: plan.record });
  log().info({ jobId, durationSeconds, engine: plan.record.engineId }, 'recognition begins');
  const { record, removed, ...transcript } = await plan.recognise({
    known: await readPieces(db, { jobId }),
    onPiece: async ({ piece: { index, channel, startMs, endMs }, words, language, progress }) => {
      await keepPiece(db, { jobId, index, channel, startMs, endMs, words, language, progress });
      log().debug({ jobId, piece: index, progress }, 'piece recognised');
    },
    onSpeakersFailed: (error) => log().error({ jobId, err: error }, 'speakers could not be told apart'),
    signal,
  });
  if (record.notes.includes('words-removed'))
    log().info({ jobId, ...removed }, 'words that no one said were cut out');
  if (await completeJob(db, { jobId, recognition: record, ...transcript })) {
    log().info({ jobId, words: transcript.words.length, speed: record.speed }, 'job transcribed');
  }
  // The decoded sound stays for the rendition, whose task removes it.
}

async function end(shop: Workshop, jobId: string, failure: Failure): Promise<void> {
  await failJob(shop.db, { jobId, ...failure });
  await rm(path.join(shop.scratchDir, jobId), { recursive: true, force: true });
}
