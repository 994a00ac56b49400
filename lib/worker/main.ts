import path from 'node:path';
import { database } from '#lib/db/database';
import { env } from '#lib/env';
import { log } from '#lib/log';
import { runTasks } from '#lib/queue/run-tasks';
import { pocketsphinx } from '#lib/recognition/engines/pocketsphinx';
import { storage as openStorage } from '#lib/storage/storage';
import { sweep } from '#lib/worker/sweep';
import { transcribeJob, type Workshop } from '#lib/worker/transcribe-job';

const { databaseUrl, dataDir, recognisers, workers } = env();
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');

const storage = openStorage();
const engine = pocketsphinx({ parallel: Math.max(1, Math.floor(recognisers / workers)) });
const shop: Workshop = { db: database().db, storage, engine, scratchDir: path.join(dataDir, 'scratch') };

// The supervisor starts a worker again that could not begin, such as while the database restarts.
process.once('uncaughtException', (error) => {
  log().fatal({ err: error }, 'the worker ends');
  process.exit(1);
});

const runner = await runTasks(
  databaseUrl,
  {
    'transcribe-job': ({ jobId }, signal) => transcribeJob(shop, jobId, signal),
    'remove-media': ({ mediaKey }) => storage.remove(mediaKey),
    sweep: () => sweep(shop),
  },
  {
    // Jobs share the recognisers piece by piece, so a short one does not wait for the end of a long one.
    concurrency: 2 * recognisers + 2,
    cron: [{ task: 'sweep', match: '17 * * * *' }],
  },
);

let leaving = false;

/** Gives the tasks under way back to the queue and ends. */
function leave(exitCode: number): void {
  if (leaving) return;
  leaving = true;
  const end = () => process.exit(exitCode);
  setTimeout(end, 8000).unref();
  runner
    .leave()
    .then(() => engine.close())
    .catch((error: unknown) => log().error({ err: error }, 'the worker could not give its tasks back'))
    .finally(end);
}

process.once('SIGTERM', () => leave(0));
process.once('SIGINT', () => leave(0));
// The supervisor is gone, without a word: nobody would ever stop us.
process.once('disconnect', () => leave(0));
process.send?.({ kind: 'ready' });

await runner.lost;
if (!leaving) log().fatal('the connection that proves this worker lives is lost');
leave(1);
