import { after, before, describe, test } from 'node:test';
import { startBucketVictim, type BucketVictim } from '#e2e/support/faults/start-bucket-victim';
import { startGatedVictim, type GatedVictim } from '#e2e/support/faults/start-gated-victim';
import { showMetrics } from '#e2e/support/faults/start-measured-victim';
import { readSeed } from '#e2e/support/seed';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { outlastDatabase } from './database-down';
import { endGracefully } from './graceful-end';
import { sendHeavy } from './heavy-requests';
import { mixLoad } from './mixed-load';
import { disturbStorage } from './storage';
import { floodAsStrangers } from './strangers';
import { killWorkers } from './worker-kill';
import { pauseWorker } from './worker-pause';

/*
 * The scenarios of `npm run faults` in their short form, without their figures; the empty database is tested in
 * e2e/start/roles, and the mixed load kills the database. Starting a service costs more than most scenarios: those with
 * the same needs share one, and each leaves it in order.
 */

// Only with --all: kills processes under load.

const run = {
  random: randomFrom(readSeed('LONGHAND_TEST_FAULTS_SEED')),
  short: true,
  minutes: 0,
};
const settings = { LONGHAND_WORKERS: '2' };

describe('a service with two workers', () => {
  let victim: GatedVictim & { metricsUrl: string };
  before(async () => {
    const { settings: shown, metricsUrl } = await showMetrics();
    victim = { ...(await startGatedVictim({ ...settings, ...shown }, run)), metricsUrl };
  });
  after(() => victim?.stop());

  test('the heaviest saves and exports of an account and its guests are made in threads, and all others are answered', () =>
    sendHeavy(run, victim));

  test('after kill -9 of a worker mid-job another one continues, and every invariant holds', () =>
    killWorkers(run, victim));

  test('the job of a worker that stands still is taken over, and its late result is refused', () =>
    pauseWorker(run, victim));

  test('a stop under load finishes the uploads under way and gives every task back', () =>
    endGracefully(run, victim));

  test('thousands of streams and forged requests of strangers reach the database by hundreds', () =>
    floodAsStrangers(run, victim));

  test('a database that is away under load is waited for with 503, without a restart', () =>
    outlastDatabase(run, victim));
});

describe('a service with a bucket and a PostgreSQL of its own', () => {
  let victim: BucketVictim;
  before(async () => {
    victim = await startBucketVictim(settings, run);
  });
  after(() => victim?.stop());

  test('a mixed load with random faults, kill -9 of PostgreSQL among them, leaves every invariant whole', () =>
    mixLoad(run, victim));

  test('a bucket that fails, cuts and garbles its answers loses and spoils nothing', () =>
    disturbStorage(run, victim));
});
