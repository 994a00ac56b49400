import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { makeAccount } from '#e2e/support/make-account';
import { readCents, readLedger, listTasks } from '#e2e/support/read-rows';
import { makeRecord } from '#e2e/support/recognition-record';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';
import { findJobs } from '#lib/search/find-jobs';
import { getJob } from '#lib/jobs/read/get-job';
import { storePiece } from '#lib/jobs/work/recognized-pieces';
import { submitJob } from '#lib/jobs/submit/submit-job';

/* How a job ends: `transcribed` by completeJob, `failed` by failJob. */

const callbackUrl = 'https://a.example/done';

/** A job of two minutes with one piece recognized: 50 cents of the dollar are held. */
async function submit(db: Db, asked: { callbackUrl?: string } = { callbackUrl }) {
  const accountId = await makeAccount(db, { balanceCents: 1_00 });
  const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 61 };
  const { job } = await submitJob(db, { accountId, media, ...asked }, { priceCentsPerMinute: 25 });
  await storePiece(db, { jobId: job.id, progress: 0.4, index: 0, startMs: 0, endMs: 1000, words: [] });
  return { accountId, jobId: job.id };
}

const spoken = {
  words: [{ text: 'hello', startMs: 100, endMs: 400, confidence: 0.9 }],
  speakers: [{ id: 0, name: 'Speaker 1' }],
  monologues: [{ id: 0, speaker: 0, from: 0, to: 1 }],
};

const failed = { failure: 'invalid_media', failureDetail: 'The file is empty.' } as const;

test('a transcribed job has its transcript, found by a search, and its hold is its charge', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db);
    assert.equal(await completeJob(db, { jobId, ...spoken }), true);
    const { status, progress, endedAt, failure } = await getJob(db, { accountId, jobId });
    assert.deepEqual([status, progress, failure], ['transcribed', 1, null]);
    assert.ok(endedAt);
    const [stored] = await db.select().from(machineTranscripts).where(eq(machineTranscripts.jobId, jobId));
    assert.deepEqual(stored, { jobId, wordCount: 1, ...spoken });
    const found = await findJobs(db, { accountId, limit: 1, sort: 'newest', search: 'hello' });
    assert.equal(found.jobs[0]?.job.id, jobId);
    assert.deepEqual(await readLedger(db, accountId), [
      ['credit', 100],
      ['hold', -50],
      ['release', 50],
      ['charge', -50],
    ]);
    assert.equal(await readCents(db, accountId), 50);
    assert.deepEqual(await db.select().from(recognizedPieces), []);
  }));

test('the transcript is stored, and found by a search, as its submission asked to write it', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_00 });
    const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 61 };
    const textOptions = { filterProfanity: true, removeDisfluencies: true, skipPunctuation: true } as const;
    const { job } = await submitJob(db, { accountId, media, textOptions }, { priceCentsPerMinute: 25 });
    const { id: jobId } = job;
    const words = ['Um,', 'damnation', 'and', 'shit.'].map((text, i) => ({
      text,
      startMs: i * 100,
      endMs: i * 100 + 90,
    }));
    const monologues = [{ id: 0, speaker: 0, from: 0, to: 4 }];
    await completeJob(db, { jobId, words, speakers: spoken.speakers, monologues, recognition: makeRecord() });
    const [stored] = await db.select().from(machineTranscripts).where(eq(machineTranscripts.jobId, jobId));
    assert.deepEqual(stored?.words, [
      { ...words[1], text: 'Damnation' },
      words[2],
      { ...words[3], text: 's***' },
    ]);
    assert.deepEqual(stored.monologues, [{ id: 0, speaker: 0, from: 0, to: 3 }]);
    const count = async (search: string) =>
      (await findJobs(db, { accountId, limit: 1, sort: 'newest', search })).jobs.length;
    assert.deepEqual([await count('damnation'), await count('shit')], [1, 0]);
  }));

test('what the editor plays is asked for as a job is transcribed, short recordings first', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db);
    await completeJob(db, { jobId, ...spoken });
    assert.ok((await getJob(db, { accountId, jobId })).renditionAskedAt);
    const tasks = await listTasks(db, 'render-media');
    assert.deepEqual(
      tasks.map(({ payload, priority }) => [payload, priority]),
      [[{ jobId }, 2]],
    );
  }));

test('a failed job has its reason in words and costs nothing, and nothing is to be played', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db);
    assert.equal(await failJob(db, { jobId, ...failed }), true);
    const { status, failure, failureDetail, endedAt } = await getJob(db, { accountId, jobId });
    assert.deepEqual([status, failure, failureDetail], ['failed', 'invalid_media', 'The file is empty.']);
    assert.ok(endedAt);
    assert.deepEqual(await readLedger(db, accountId), [
      ['credit', 100],
      ['hold', -50],
      ['release', 50],
    ]);
    assert.equal(await readCents(db, accountId), 1_00);
    assert.deepEqual(await db.select().from(recognizedPieces), []);
    assert.deepEqual(await listTasks(db, 'render-media'), []);
  }));

const ends = {
  transcribed: (db: Db, jobId: string) => completeJob(db, { jobId, ...spoken }),
  failed: (db: Db, jobId: string) => failJob(db, { jobId, ...failed }),
};

for (const how of ['transcribed', 'failed'] as const) {
  const end = ends[how];

  test(`the end of a ${how} job begins its callback, once, and a job without a callback URL has none`, () =>
    withTestTransaction(async (db) => {
      const { accountId, jobId } = await submit(db);
      await end(db, jobId);
      await end(db, (await submit(db, {})).jobId);
      const begun = await db.select().from(callbacks);
      assert.deepEqual(
        begun.map(({ jobId, accountId, url, state, round }) => ({ jobId, accountId, url, state, round })),
        [{ jobId, accountId, url: callbackUrl, state: 'pending', round: 1 }],
      );
      assert.equal((await listTasks(db, 'deliver-callbacks')).length, 1);
    }));

  test(`a ${how} job is left as it is by who ends it again, in either way`, () =>
    withTestTransaction(async (db) => {
      const { accountId, jobId } = await submit(db);
      await end(db, jobId);
      const [job, ledger] = [await getJob(db, { accountId, jobId }), await readLedger(db, accountId)];
      for (const endAgain of Object.values(ends)) assert.equal(await endAgain(db, jobId), false);
      assert.deepEqual(await getJob(db, { accountId, jobId }), job);
      assert.deepEqual(await readLedger(db, accountId), ledger);
      assert.equal((await listTasks(db, 'deliver-callbacks')).length, 1);
    }));
}

test('a job that is gone is ended by nobody', () =>
  withTestTransaction(async (db) => {
    assert.equal(await completeJob(db, { jobId: 'gone', ...spoken }), false);
    assert.equal(await failJob(db, { jobId: 'gone', ...failed }), false);
  }));
