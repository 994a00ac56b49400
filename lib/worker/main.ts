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
import { measureReview } from '#lib/revisions/review/measure-review';
import { openStorage } from '#lib/storage/open-storage';
import { sweepDownloads } from '#lib/storage/sweep-downloads';
import { playSandboxJob } from '#lib/worker/play-sandbox-job';
import { deliverEmail } from '#lib/worker/email/deliver-email';
import { deliverEmailChange } from '#lib/worker/email/deliver-email-change';
import { deliverLinkEmail } from '#lib/worker/email/deliver-link-email';
import { encodePicturePart } from '#lib/worker/encode-picture-part';
import { joinPictureParts } from '#lib/worker/join-picture-parts';
import { renderMedia } from '#lib/worker/render-media';
import { sweep } from '#lib/worker/sweep';
import { sweepScratch } from '#lib/worker/sweep-scratch';
import { transcribeJob, type WorkerContext } from '#lib/worker/transcribe-job';
import { startTracing } from '#lib/tracing/start-tracing';

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

// The supervisor starts a worker again that could not begin, such as while the database restarts.
process.once('uncaughtException', (error) => {
  log().fatal({ err: error }, 'worker exits after an unhandled error');
  process.exit(1);
});

/** Tasks that wait for networks and disks, not for the processor, so that many can run at once. */
const shortTasks = 24;

/** So that a short recording need not wait for the end of a long one. */
const renditionsAtOnce = 2;
/** Each keeps one to two processors busy. */
const picturesAtOnce = Math.max(2, Math.floor(availableParallelism() / 2));

const announceEveryMs = 15_000;
const tidyDiskEveryMs = 3600_000;
const careForQueueEveryMs = 60_000;

const cron = [
  { task: 'sweep', match: '17 * * * *' },
  // The queue counts hours in UTC.
  { task: 'apply-retention', match: '20 3 * * *' },
];

// They work in plain text, too: nothing waits for it.
void readSecret(settings)
  .then((secret) => sealPlainSecrets(context.db, secret))
  .catch((error: unknown) => log().error({ err: error }, 'sealing signing secrets failed'));

/** The pools for each value of `LONGHAND_WORKER_TASKS`. */
const pools: Record<WorkerTask, TaskPool[]> = {
  // Jobs share the recognizers piece by piece, and accounts share the slots: a short one does not wait for the end of a long one.
  transcribe: [
    {
      handlers: { 'transcribe-job': ({ jobId }, signal) => transcribeJob(context, jobId, signal) },
      concurrency: 3 * (recognizers + 1),
      isShared: true,
    },
  ],
  // Neither a transcript nor a callback waits for what the editor plays, and no sound for a picture.
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
  // No callback waits for a transcription.
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
        'summarize-revision': (payload) => summarizeRevision(context.db, payload),
        'index-revision': (payload) => indexRevision(context.db, payload),
        'remove-media': ({ mediaKey }) => storage.remove(mediaKey),
        'apply-retention': async () => {
          log().info(await applyRetention(context.db), 'retention applied');
        },
        'delete-job': async ({ jobId }) => {
          if (await deleteDueJob(context.db, { jobId })) log().info({ jobId }, 'job deleted when it was due');
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

/** Lets web servers on other machines know what recognition can do here, also after a model was installed. */
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

/** Gives the tasks under way back to the queue and ends. */
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

/** Gives the tasks under way back, and ends in 8 s at the latest. */
function leave(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), leaveWithinMs).unref();
  giveBack(exitCode);
}

process.once('SIGTERM', () => leave(0));
process.once('SIGINT', () => leave(0));
// The supervisor is gone, without a word: nobody would ever stop us.
process.once('disconnect', () => leave(0));
process.send?.({ kind: 'ready' });

await runner.lost;
if (!leaving) log().fatal('worker lost its database connection');
giveBack(1);
// Until it answers, no job can step back, and its start would count as if it had killed the worker.
await outlastOutage(() => context.db.execute(sql`select 1`));
leave(1);
