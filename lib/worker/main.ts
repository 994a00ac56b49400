import { availableParallelism } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { presentForCallback } from '#lib/api/dialects/present-for-callback';
import { deliverCallbacks } from '#lib/callbacks/deliver-callbacks';
import { sealPlainSecrets } from '#lib/callbacks/signing/signing-secrets';
import { database } from '#lib/db/database';
import { env, type WorkerTask } from '#lib/settings/env';
import { announceEngines, withdrawEngines } from '#lib/jobs/engines/announce-engines';
import { deleteDueJob } from '#lib/jobs/retention/delete-due-job';
import { applyRetention } from '#lib/jobs/retention/apply-retention';
import { createDiskGauge } from '#lib/health/disk-gauge';
import { metrics } from '#lib/metrics/metrics';
import { serveMetrics } from '#lib/metrics/serve-metrics';
import { outlastOutage } from '#lib/outage';
import { log } from '#lib/settings/log';
import { logConsole } from '#lib/settings/log-console';
import { readSecret } from '#lib/settings/secret';
import { renewPriorities } from '#lib/queue/renew-priorities';
import { shortenRetries } from '#lib/queue/shorten-retries';
import { workerName } from '#lib/queue/count-workers';
import { runTasks, type TaskPool } from '#lib/queue/run-tasks';
import { openRecognition } from '#lib/recognition/recognition';
import { indexRevision } from '#lib/revisions/later/index-revision';
import { summarizeRevision } from '#lib/revisions/later/summarize-revision';
import { noteCorrections } from '#lib/revisions/corrections/note-corrections';
import { measureReview } from '#lib/revisions/review/measure-review';
import { openStorage } from '#lib/storage/open-storage';
import { sweepDownloads } from '#lib/storage/sweep-downloads';
import { playSandboxJob } from '#lib/worker/play-sandbox-job';
import { deliverEmail, deliverEmailChange, deliverLinkEmail } from '#lib/worker/deliver-emails';
import { encodePicturePart } from '#lib/worker/encode-picture-part';
import { joinPictureParts } from '#lib/worker/join-picture-parts';
import { renderMedia } from '#lib/worker/render-media';
import { sweep } from '#lib/worker/sweep';
import { sweepScratch } from '#lib/worker/sweep-scratch';
import { transcribeJob, type WorkerContext } from '#lib/worker/transcribe-job';
import { startTracing } from '#lib/tracing/tracing';

const settings = env();
const { databaseUrl, dataDir, recognizers, workerTasks } = settings;
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');

logConsole();
const stopTracing = await startTracing('worker');
const storage = openStorage();
const recognition = openRecognition(settings);
const context: WorkerContext = {
  db: database().db,
  storage,
  recognition,
  scratchDir: path.join(dataDir, 'scratch'),
};

// The supervisor restarts a worker that fails to start, such as during a database restart.
process.once('uncaughtException', (error) => {
  log().fatal({ err: error }, 'worker exits after an unhandled error');
  process.exit(1);
});

/** These tasks wait for networks and disks, not the CPU, so many can run at once. */
const shortTasks = 24;

/** Prevents short recordings from waiting for long ones. */
const renditionsAtOnce = 2;
/** Each uses one to two CPU cores. */
const picturesAtOnce = Math.max(2, Math.floor(availableParallelism() / 2));

const announceEveryMs = 15_000;
const tidyDiskEveryMs = 3600_000;
const careForQueueEveryMs = 60_000;

const cron = [
  { task: 'sweep', match: '17 * * * *' },
  // The queue's cron is in UTC.
  { task: 'apply-retention', match: '20 3 * * *' },
];

// Runs in the background, because plain secrets work too.
void readSecret(settings)
  .then((secret) => sealPlainSecrets(context.db, secret))
  .catch((error: unknown) => log().error({ err: error }, 'sealing signing secrets failed'));

/** The pools for each value of `LONGHAND_WORKER_TASKS`. */
const pools: Record<WorkerTask, TaskPool[]> = {
  // Jobs share recognizers piece by piece, and accounts share slots, so that short jobs don't wait for long ones.
  transcribe: [
    {
      handlers: { 'transcribe-job': ({ jobId }, signal) => transcribeJob(context, jobId, signal) },
      concurrency: 3 * (recognizers + 1),
      isShared: true,
    },
  ],
  // Separate pools: transcripts and callbacks don't wait for renditions, nor sound for pictures.
  render: [
    {
      handlers: { 'render-media': ({ jobId }, signal) => renderMedia(context, jobId, signal) },
      concurrency: renditionsAtOnce,
    },
    {
      handlers: {
        'encode-picture': (part, signal) => encodePicturePart(context, part, signal),
        'join-picture': ({ jobId }, signal) => joinPictureParts(context, jobId, signal),
      },
      concurrency: picturesAtOnce,
    },
  ],
  // Callbacks don't wait for transcriptions.
  deliver: [
    {
      handlers: {
        'deliver-callbacks': async (queue, signal) => {
          const secret = await readSecret(settings);
          await deliverCallbacks(context.db, queue, { present: presentForCallback, secret, signal });
        },
        'play-sandbox-job': ({ jobId }) => playSandboxJob(context.db, jobId),
        'mail-link': (payload) => deliverLinkEmail(context.db, payload),
        'mail-email-change': (payload) => deliverEmailChange(context.db, payload),
        'send-mail': (payload) => deliverEmail(payload),
        'measure-review': (payload) => measureReview(context.db, payload),
        'note-corrections': (payload) => noteCorrections(context.db, payload),
        'summarize-revision': (payload) => summarizeRevision(context.db, payload),
        'index-revision': (payload) => indexRevision(context.db, payload),
        'remove-media': ({ mediaKey }) => storage.remove(mediaKey),
        'apply-retention': async () => {
          log().info(await applyRetention(context.db), 'retention applied');
        },
        'delete-job': async ({ jobId }) => {
          if (await deleteDueJob(context.db, { jobId })) log().info({ jobId }, 'due job deleted');
        },
        sweep: () => sweep(context),
      },
      concurrency: shortTasks,
      cron,
      inBatches: true,
    },
  ],
};

const tidyDisk = () =>
  void Promise.all([sweepScratch(context), sweepDownloads(path.join(dataDir, 'downloads'))]).catch(
    (error: unknown) => log().error({ err: error }, 'cleaning up after killed processes failed'),
  );
tidyDisk();
setInterval(tidyDisk, tidyDiskEveryMs).unref();

const careForQueue = () =>
  void Promise.all([shortenRetries(context.db), renewPriorities(context.db)]).catch((error: unknown) =>
    log().error({ err: error }, 'queue maintenance failed'),
  );
setInterval(careForQueue, careForQueueEveryMs).unref();

const runner = await runTasks(
  databaseUrl,
  workerTasks.flatMap((task) => pools[task]),
);
const announcement = workerTasks.includes('transcribe') ? await keepAnnouncing() : undefined;

serveMetrics({ refresh: [createDiskGauge(metrics().registry)] });

/** Announces this machine's engines to remote web servers, repeatedly to include newly installed models. */
async function keepAnnouncing(): Promise<{ stop: () => void; withdraw: () => Promise<void> }> {
  const worker = workerName();
  const announce = () =>
    announceEngines(context.db, { worker, settings }).catch((error: unknown) =>
      log().error({ err: error }, 'announcing engines failed'),
    );
  await announce();
  const timer = setInterval(() => void announce(), announceEveryMs);
  return { stop: () => clearInterval(timer), withdraw: () => withdrawEngines(context.db, { worker }) };
}

const leaveWithinMs = 8000;
let leaving = false;

/** Returns running tasks to the queue and exits. */
function giveBack(exitCode: number): void {
  if (leaving) return;
  leaving = true;
  announcement?.stop();
  void runner
    .leave()
    .then(() => announcement?.withdraw())
    .then(() => recognition.close())
    .catch((error: unknown) => log().error({ err: error }, 'worker failed to release its tasks'))
    .then(stopTracing)
    .finally(() => process.exit(exitCode));
}

/** Returns running tasks to the queue, and exits within 8 s. */
function leave(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), leaveWithinMs).unref();
  giveBack(exitCode);
}

process.once('SIGTERM', () => leave(0));
process.once('SIGINT', () => leave(0));
// The supervisor died silently, so no other process would stop this one.
process.once('disconnect', () => leave(0));
process.send?.({ kind: 'ready' });

await runner.lost;
if (!leaving) log().fatal('worker lost its database connection');
giveBack(1);
// Until the database responds, no job can revert its start, which would count as a crash.
await outlastOutage(() => context.db.execute(sql`select 1`));
leave(1);
