import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';
import { isRefusal } from '#e2e/support/is-refusal';
import { answered, readCallbackRow, makeCallback } from '#e2e/support/make-callback';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { listCallbacks, type CallbackPage } from '#lib/callbacks/list-callbacks';
import { readCallback } from '#lib/callbacks/read-callback';
import { recordAttempt } from '#lib/callbacks/record-attempt';
import { sendTestCallback } from '#lib/callbacks/send-test-callback';
import type { Db } from '#lib/db/connect';

const url = 'https://customer.example/hook';

/** Callbacks of one account that began so many minutes ago; their jobs' ids. */
async function begunAgo(db: Db, accountId: string, minutes: number[]): Promise<string[]> {
  const made = [];
  for (const ago of minutes) {
    const { jobId } = await makeCallback(db, { accountId });
    const begunAt = sql`now() - ${ago} * interval '1 minute'`;
    await db.update(callbacks).set({ begunAt }).where(eq(callbacks.jobId, jobId));
    made.push(jobId);
  }
  return made;
}

test('callbacks are listed by page, those that began last first, each with its job and latest attempt', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const [oldest, newest, middle] = await begunAgo(db, accountId, [30, 10, 20]);
    await makeCallback(db);
    const list = async (page: Partial<CallbackPage> = {}) => {
      const listed = await listCallbacks(db, { accountId, limit: 10, ...page });
      return listed.map(({ callback }) => callback.jobId);
    };
    assert.deepEqual(await list(), [newest, middle, oldest]);
    const { id: after } = await readCallbackRow(db, newest ?? '');
    assert.deepEqual(await list({ after, limit: 1 }), [middle]);

    const callback = await readCallbackRow(db, middle ?? '');
    const queue = { accountId, origin: callback.origin, number: callback.queueNumber };
    await recordAttempt(db, { callback, queue, attempt: answered(500) });
    await recordAttempt(db, {
      callback: await readCallbackRow(db, middle ?? ''),
      queue,
      attempt: answered(410),
    });
    assert.deepEqual(await list({ state: 'given_up' }), [middle]);
    assert.deepEqual(await list({ state: 'pending' }), [newest, oldest]);
    const [listed] = await listCallbacks(db, { accountId, state: 'given_up', limit: 1 });
    assert.deepEqual(listed?.job, { name: 'talk.wav', mode: 'live' });
    assert.equal(listed?.latestAttempt?.status, 410);
  });
});

test('another account’s callback is on no list, and no page begins after it or after a deleted one', async () => {
  await withTestTransaction(async (db) => {
    const { accountId } = await makeCallback(db);
    const others = await makeCallback(db);
    const list = (after?: string) => listCallbacks(db, { accountId, after, limit: 10 });
    assert.equal((await list()).length, 1);
    assert.deepEqual(await list(others.callback.id), []);
    assert.deepEqual(await list('gone'), []);
  });
});

test('a job’s callback is read with its attempts, the newest first, and goes with its job', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, jobId, queue } = await makeCallback(db, { url });
    for (const status of [500, 503, 200]) {
      const callback = await readCallbackRow(db, jobId);
      await recordAttempt(db, {
        callback,
        queue: queue,
        attempt: answered(status, { answer: `answer ${status}` }),
      });
    }
    const read = await readCallback(db, { accountId, jobId });
    assert.equal(read.url, url);
    assert.equal(read.callback?.state, 'delivered');
    assert.deepEqual(
      read.attempts.map(({ status, answer }) => [status, answer]),
      [
        [200, 'answer 200'],
        [503, 'answer 503'],
        [500, 'answer 500'],
      ],
    );
    await db.delete(jobs).where(eq(jobs.id, jobId));
    await assert.rejects(readCallback(db, { accountId, jobId }), isRefusal('job-not-found'));
    assert.deepEqual(await db.select().from(callbacks), []);
  });
});

test('an answer that was stored with its receiver’s secrets is read without them', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, jobId, callback, queue } = await makeCallback(db);
    const answer = '{"error":"no database","env":{"DB_PASSWORD":"hunter2"}}';
    await recordAttempt(db, { callback, queue, attempt: answered(500, { answer }) });
    const { attempts } = await readCallback(db, { accountId, jobId });
    assert.equal(attempts[0]?.answer, answer.replace('hunter2', '[redacted]'));
  });
});

test('a job in progress has no callback yet, one without a callback_url none to read, and another account’s is not found', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const running = await makeJob(db, accountId, { callbackUrl: url });
    const without = await makeJob(db, accountId, { status: 'failed' });
    const others = await makeCallback(db);
    const read = (jobId: string) => readCallback(db, { accountId, jobId });
    assert.deepEqual(await read(running.id), { url, callback: undefined, attempts: [] });
    await assert.rejects(read(without.id), isRefusal('invalid-parameters'));
    await assert.rejects(read(others.jobId), isRefusal('job-not-found'));
  });
});

test('a test callback is refused an address that no job may have', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const tooLong = `https://customer.example/${'a'.repeat(1024)}`;
    for (const faulty of ['nonsense', 'ftp://customer.example/', tooLong]) {
      await assert.rejects(
        sendTestCallback(db, { accountId, secret: '00'.repeat(32), url: faulty, example: {} }),
        isRefusal('invalid-parameters'),
        faulty,
      );
    }
  });
});
