import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readVocabulary } from '#lib/accounts/settings/vocabulary';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { beginRecognition } from '#lib/jobs/work/begin-recognition';
import { beginWork, stepBack } from '#lib/jobs/work/begin-work';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';
import type { Job } from '#lib/jobs/job';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import { priceJob } from '#lib/jobs/work/price-job';
import { storePiece, readPieces } from '#lib/jobs/work/recognized-pieces';
import { watchCancellation } from '#lib/jobs/work/watch-cancellation';
import { log } from '#lib/settings/log';
import { countFailed, countTranscribed } from '#lib/metrics/metrics';
import { decodeAudio, type DecodedAudio } from '#lib/media/decode-audio';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import { probeMedia } from '#lib/media/probe-media';
import type { SoundLoss } from '#lib/media/sound/measure-loss';
import { chooseTracksOnce, separateSpeakers, obtainMedia } from '#lib/worker/transcription-steps';
import { contextMs, cutPassage, placePassage } from '#lib/worker/cut-passage';
import { readWordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import type { Recognition } from '#lib/recognition/recognition';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { TrackChoice } from '#lib/recognition/tracks/choose-tracks';
import type { Storage } from '#lib/storage/storage';
import {
  balanceTooLow,
  givenUp,
  recognitionFailed,
  speakersFailed,
  type Failure,
} from '#lib/jobs/failures/failure-details';
import { timeGivenTranscript, toTextOptions } from '#lib/worker/time-given-transcript';
import { DownloadFailure } from '#lib/media/download-failure';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { EngineFailure } from '#lib/recognition/engine';
import { findOutage, logOutage, outlastOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';
import { withSpan } from '#lib/tracing/with-span';

/** Dependencies of the worker's tasks. */
export interface WorkerContext {
  db: Db;
  storage: Storage;
  recognition: Recognition;
  /** A folder for jobs' temporary files, with one subfolder per job. */
  scratchDir: string;
}

/** Tolerance in seconds for recordings longer than measured. */
const spareSeconds = 1;

/** Starts without progress after which work is given up. */
const maxStarts = 3;

/**
 * Takes a job from its media to its transcript or failure. Repeatable at any point: reuses what was decoded and
 * recognized before. When `signal` aborts, the job is left in progress for the next worker; it is retried if the
 * database or storage is unavailable or the disk full; it stops when the owner cancels.
 */
export async function transcribeJob(
  context: WorkerContext,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  // Before reading the job, so that no cancellation is missed.
  const watch = await watchCancellation(context.db, { jobId });
  try {
    await transcribe(context, jobId, { signal, canceled: watch.canceled });
  } finally {
    watch.stop();
  }
}

/** Signals that stop the work: the worker's exit, and the job's cancellation. */
interface Stops {
  signal: AbortSignal;
  canceled: AbortController;
}

async function transcribe(context: WorkerContext, jobId: string, stops: Stops): Promise<void> {
  const { signal, canceled } = stops;
  const job = await beginWork(context.db, { jobId });
  if (job === undefined) return;
  if (job.startsWithoutProgress > maxStarts) {
    log().error({ jobId }, 'gave up on job after three starts without progress');
    return end(context, jobId, givenUp);
  }
  try {
    await work(context, job, stops);
  } catch (error) {
    if (signal.aborted) {
      await outlastOutage(() => stepBack(context.db, { jobId }));
      throw error;
    }
    if (canceled.signal.aborted) {
      log().info({ jobId }, 'job canceled');
      return removeScratch(context, jobId);
    }
    const failure = toFailure(error, job);
    if (failure !== undefined) {
      log().info({ jobId, failure: failure.failure, err: error }, 'job failed');
      return end(context, jobId, failure);
    }
    const outage = findOutage(error);
    if (outage !== undefined) {
      logOutage(outage, { jobId });
      await outlastOutage(() => stepBack(context.db, { jobId }));
      throw error;
    }
    log().error({ jobId, err: error }, 'unhandled error in job');
    if (job.startsWithoutProgress < maxStarts) throw error;
    return end(context, jobId, givenUp);
  }
}

async function work(context: WorkerContext, job: Job, { signal: leaving, canceled }: Stops): Promise<void> {
  const signal = AbortSignal.any([leaving, canceled.signal]);
  const { db, recognition } = context;
  const { id: jobId, passage, recognizes } = job;
  const isPart = passage !== null || job.task === 'speakers';
  if (isPart && recognizes === null) throw new EngineFailure('the transcript of the run has been deleted');
  const scratch = path.join(context.scratchDir, jobId);
  await mkdir(scratch, { recursive: true, mode: 0o700 });

  const mediaKey = await obtainMedia(context, job, { scratch, signal });
  const pcm = path.join(scratch, 'audio.s16le');
  const { durationSeconds, channels, hasPicture, tracks, loss } = await context.storage.withLocalFile(
    mediaKey,
    (media) => decode(context, job, { media, scratch, pcm, signal }),
  );
  const whole = {
    mixed: pcm,
    channels,
    totalMs: Math.round(durationSeconds * 1000),
    ...(tracks && { tracks }),
  };
  if (job.task === 'speakers') {
    const separated = await withSpan('separate-speakers', {}, () =>
      separateSpeakers(context, job, whole, signal),
    );
    const hasEnded = await complete(context, job, separated);
    if (hasEnded) log().info({ jobId, speakers: separated.speakers.length }, 'speakers separated');
    return;
  }
  const { sound, offsetMs } =
    passage === null ? { sound: whole, offsetMs: 0 } : await cutPassage(whole, passage, signal);
  const standingVocabulary = await readVocabulary(db, job);
  const given = job.task === 'align' ? await readGivenTranscript(db, { jobId }) : undefined;
  const options = { ...(given && toTextOptions(given)), ...job.recognitionOptions, standingVocabulary };
  const plan = await recognition.prepare(sound, options);
  await beginRecognition(db, { jobId, record: withLoss(plan.record, loss), hasPicture });
  log().info({ jobId, durationSeconds, engine: plan.record.engineId }, 'recognition started');
  const known = await readPieces(db, { jobId });
  const attributes = {
    'longhand.engine': plan.record.engineId,
    'longhand.recording.seconds': durationSeconds,
  };
  const recognized = await withSpan('recognize', { attributes }, () =>
    plan.recognize({
      known,
      onPiece: async ({ piece: { index, channel, startMs, endMs }, progress, ...heard }) => {
        const piece = { index, channel, startMs, endMs, ...heard };
        if (!(await storePiece(db, { jobId, ...piece, progress })))
          canceled.abort(new Error('the job has ended'));
        log().debug({ jobId, piece: index, progress }, 'piece recognized');
      },
      onHelperFailed: (helper, error) =>
        log().error(
          { jobId, err: error },
          `${{ speakers: 'speaker separation', punctuation: 'punctuation', alignment: 'alignment of words', 'second-opinion': 'second opinion on words' }[helper]} failed`,
        ),
      signal,
    }),
  );
  if (recognized.record.notes.includes('words-removed'))
    log().info({ jobId, ...recognized.removed }, 'spurious words removed');
  const inUse = passage === null ? [] : await readWordsInUse(db, { jobId: recognizes ?? '' });
  const placed = passage === null ? recognized : placePassage(recognized, { passage, offsetMs, inUse });
  const result =
    given === undefined
      ? placed
      : await withSpan('align', { attributes }, () =>
          timeGivenTranscript(job, given, { plan, recognized }, signal),
        );
  if ('failure' in result) {
    log().info({ jobId, failure: result.failure, detail: result.failureDetail }, 'job failed');
    return end(context, jobId, result);
  }
  const { record, words, speakers, monologues } = result;
  const hasEnded = await complete(context, job, {
    ...{ words, speakers, monologues },
    recognition: withLoss(record, loss),
  });
  if (!hasEnded) return;
  countTranscribed(record);
  log().info({ jobId, words: words.length, speed: record.speed }, 'job transcribed');
}

async function complete(
  context: WorkerContext,
  { id: jobId, recognizes }: Job,
  result: Omit<Parameters<typeof completeJob>[1], 'jobId'>,
): Promise<boolean> {
  const hasEnded = await withSpan('complete', {}, () => completeJob(context.db, { jobId, ...result }));
  // The decoded sound stays for the rendition task, which deletes it; repeated recognitions have no such task.
  if (!hasEnded || recognizes !== null) await removeScratch(context, jobId);
  return hasEnded;
}

function withLoss(record: RecognitionRecord, loss: SoundLoss | undefined): RecognitionRecord {
  if (loss === undefined) return record;
  const { heldSeconds, decodedSeconds } = loss;
  const lostSound = { seconds: heldSeconds - decodedSeconds, ofSeconds: heldSeconds };
  return { ...record, notes: [...record.notes, 'sound-lost'], lostSound };
}

/**
 * Decodes the media, once the balance covers its length, and checks for a picture. The job's length and price follow
 * the decoded sound. For a passage, they are the passage's, and decoding stops after it, but starts at the beginning,
 * because few formats locate times exactly.
 */
async function decode(
  { db, recognition }: WorkerContext,
  job: Job,
  { media, scratch, pcm, signal }: { media: string; scratch: string; pcm: string; signal: AbortSignal },
): Promise<DecodedAudio & Pick<TrackChoice, 'tracks'> & { hasPicture: boolean }> {
  const jobId = job.id;
  const { maxMediaSeconds: maxSeconds } = env();
  const { passage } = job;
  let seconds = passage === null ? job.durationSeconds : (passage.endMs - passage.startMs) / 1000;
  if (passage === null && (seconds === null || seconds > maxSeconds)) {
    ({ durationSeconds: seconds } = await withSpan('probe', {}, () =>
      probeMedia(media, { maxSeconds, signal }),
    ));
    await priceJob(db, { jobId, durationSeconds: seconds }, env());
  }
  const { streams, start, picture } = await planRendition(media, signal);
  const source = { mediaPath: media, streams, folder: scratch };
  const choice = await withSpan('choose-tracks', {}, () =>
    chooseTracksOnce(recognition, source, job.recognitionOptions ?? {}, signal),
  );
  const { streams: sound, part, tracks } = choice;
  const endSeconds = passage === null ? maxSeconds + spareSeconds : (passage.endMs + contextMs) / 1000;
  const options = { maxSeconds: endSeconds, sound, start, part, signal };
  const decoded = await withSpan('decode', {}, () => decodeAudio(media, pcm, options));
  const { durationSeconds, loss, ...found } = decoded;
  const seen = { ...(tracks && { tracks }), hasPicture: picture !== undefined };
  if (passage !== null) {
    await priceJob(db, { jobId, durationSeconds: seconds ?? 0, decoded: { lostSeconds: 0 } }, env());
    return { ...found, durationSeconds, ...seen };
  }
  // A file can claim a shorter length than its sound has.
  if (durationSeconds >= maxSeconds + spareSeconds) throw new InvalidMedia(mediaFaults.tooLong(maxSeconds));
  const lostSeconds = loss === undefined ? 0 : loss.heldSeconds - loss.decodedSeconds;
  await priceJob(db, { jobId, durationSeconds, decoded: { lostSeconds } }, env());
  return { ...decoded, ...seen };
}

async function end(context: WorkerContext, jobId: string, failure: Failure): Promise<void> {
  if (await failJob(context.db, { jobId, ...failure })) countFailed(failure.failure);
  await removeScratch(context, jobId);
}

async function removeScratch({ scratchDir }: WorkerContext, jobId: string): Promise<void> {
  await rm(path.join(scratchDir, jobId), { recursive: true, force: true });
}

/** Converts an error of the worker's parts to a failure; undefined for a defect. */
function toFailure(error: unknown, { task }: Job): Failure | undefined {
  if (error instanceof InvalidMedia) return { failure: 'invalid_media', failureDetail: error.detail };
  if (error instanceof DownloadFailure) return { failure: 'download_failure', failureDetail: error.detail };
  if (error instanceof Refusal && error.reason.kind === 'out-of-credit') {
    return balanceTooLow;
  }
  if (error instanceof EngineFailure) return task === 'speakers' ? speakersFailed : recognitionFailed;
  return undefined;
}
