import { test } from 'node:test';
import { readSeed } from '#e2e/support/seed';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { outlastDatabase } from './database-down';
import { killDatabase } from './database-kill';
import { endGracefully } from './graceful-end';
import { mixLoad } from './mixed-load';
import { disturbStorage } from './storage';
import { killWorkers } from './worker-kill';
import { pauseWorker } from './worker-pause';

/* The scenarios of `npm run faults` in their short form, without their figures; that of the empty database is e2e/start/roles. */

const run = {
  random: randomFrom(readSeed('LONGHAND_TEST_FAULTS_SEED')),
  short: true,
  minutes: 0,
};

test('after kill -9 of a worker mid-job another one goes on, and every invariant holds', () =>
  killWorkers(run));

test('the job of a worker that stands still is taken over, and its late result is refused', () =>
  pauseWorker(run));

test('a stop under load finishes the uploads under way and gives every task back', () => endGracefully(run));

test('after kill -9 of PostgreSQL under load nothing acknowledged is lost', () => killDatabase(run));

test('a database that is away under load is waited for with 503, without a restart', () =>
  outlastDatabase(run));

test('a bucket that fails, cuts and garbles its answers loses and spoils nothing', () => disturbStorage(run));

test('a mixed load with random faults leaves every invariant whole', () => mixLoad(run));
