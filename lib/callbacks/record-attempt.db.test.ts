import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { callbackHosts, callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';
import { answered, readCallbackRow, makeCallback } from '#e2e/support/make-callback';
import { listTasks } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { DeliveryQueue } from '#lib/callbacks/delivery-queue';
import { recordAttempt } from '#lib/callbacks/record-attempt';
import { sendAgain } from '#lib/callbacks/send-again';
import type { Db } from '#lib/db/connect';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

async function now(db: Db): Promise<number> {
  const [row] = await db.execute<{ at: string }>(sql`select now() as at`);
  return new Date(row?.at ?? '').getTime();
}

/** When the queue's task is to run. */
async function nextTaskAt(db: Db, queue: DeliveryQueue): Promise<number> {
  const tasks = await listTasks(db, 'deliver-callbacks');
  const its = tasks.find(({ payload }) => isDeepStrictEqual(payload, queue));
  return its?.runAt.getTime() ?? Number.NaN;
}

test('after each failed attempt the next is due by the schedule, and the task is scheduled for it', async () => {
  await withTestTransaction(async (db) => {
    const { jobId, queue } = await makeCallback(db);
    const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 30 * minute];
    for (const [tried, pause] of pauses.entries()) {
      const callback = await readCallbackRow(db, jobId);
      assert.equal(callback.triesSinceBegun, tried);
      await recordAttempt(db, { callback, queue, attempt: answered(500) });
      const { state, nextTryAt } = await readCallbackRow(db, jobId);
      const later = nextTryAt.getTime() - (await now(db));
      assert.equal(state, 'pending');
      assert.ok(later >= pause && later <= pause * 1.03 + 1, `${later} ms after try ${tried + 1}`);
      assert.equal(await nextTaskAt(db, queue), nextTryAt.getTime());
    }
  });
});

test('a Retry-After puts the next attempt off', async () => {
  await withTestTransaction(async (db) => {
    const { jobId, queue, callback } = await makeCallback(db);
    await recordAttempt(db, { callback, queue, attempt: answered(429, { retryAfterMs: hour }) });
    assert.equal((await readCallbackRow(db, jobId)).nextTryAt.getTime(), (await now(db)) + hour);
  });
});

test('what was answered with success is delivered, and nothing more is tried', async () => {
  await withTestTransaction(async (db) => {
    for (const status of [200, 204, 299]) {
      const { jobId, queue, callback } = await makeCallback(db);
      await recordAttempt(db, { callback, queue, attempt: answered(status) });
      assert.equal((await readCallbackRow(db, jobId)).state, 'delivered');
    }
    for (const status of [199, 300, 400]) {
      const { jobId, queue, callback } = await makeCallback(db);
      await recordAttempt(db, { callback, queue, attempt: answered(status) });
      assert.equal((await readCallbackRow(db, jobId)).state, 'pending');
    }
  });
});

test('after 410 Gone, or a failure 24 hours after the first attempt, the callback is given up and says why', async () => {
  await withTestTransaction(async (db) => {
    const gone = await makeCallback(db);
    await recordAttempt(db, { ...gone, attempt: answered(410) });
    const old = await makeCallback(db);
    const begunAt = new Date((await now(db)) - 24 * hour - second);
    await db.update(callbacks).set({ begunAt }).where(eq(callbacks.jobId, old.jobId));
    await recordAttempt(db, {
      queue: old.queue,
      callback: { ...old.callback, begunAt },
      attempt: answered(500),
    });
    const given = await Promise.all([gone, old].map(({ jobId }) => readCallbackRow(db, jobId)));
    assert.deepEqual(
      given.map(({ state, givenUpBecause }) => [state, givenUpBecause]),
      [
        ['given_up', 'The receiver responded with 410 Gone.'],
        ['given_up', 'No attempt succeeded within 24 hours.'],
      ],
    );
  });
});

test('an attempt that was under way when the callback was asked for again says nothing of the new round', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, jobId, queue, callback } = await makeCallback(db);
    await sendAgain(db, { accountId, jobId });
    await recordAttempt(db, { callback, queue, attempt: answered(410) });
    const { state, triesSinceBegun, round } = await readCallbackRow(db, jobId);
    assert.deepEqual([state, triesSinceBegun, round], ['pending', 0, 2]);
    assert.equal((await db.select().from(callbackTries)).length, 1);
  });
});

test('an attempt for a job that was deleted meanwhile is not stored', async () => {
  await withTestTransaction(async (db) => {
    const { jobId, queue, callback } = await makeCallback(db);
    await db.delete(jobs).where(eq(jobs.id, jobId));
    await recordAttempt(db, { callback, queue, attempt: answered(200) });
    assert.deepEqual(await db.select().from(callbackTries), []);
    assert.deepEqual(await db.select().from(callbacks), []);
  });
});

/** Attempts that fail one after the other, each begun when the one before had ended. */
async function failInARow(db: Db, url: string, statuses: Array<number | undefined>): Promise<string> {
  const { accountId, queue, callback } = await makeCallback(db, { url });
  const from = await now(db);
  for (const [i, status] of statuses.entries()) {
    const startedAt = new Date(from + (i + 1) * second);
    await recordAttempt(db, { callback, queue, attempt: answered(status, { startedAt }) });
  }
  return accountId;
}

const pausedHosts = async (db: Db) =>
  db
    .select()
    .from(callbackHosts)
    .where(sql`${callbackHosts.pausedUntil} > now()`);

test('a host that was not reached three times in a row is left alone: by this account, also by new callbacks', async () => {
  await withTestTransaction(async (db) => {
    const url = 'https://dead.example/a';
    const accountId = await failInARow(db, url, [undefined, 502]);
    assert.deepEqual(await pausedHosts(db), []);
    const other = await failInARow(db, url, [503, undefined, 504]);
    const [host, ...more] = await pausedHosts(db);
    assert.deepEqual([host?.accountId, host?.origin, more.length], [other, 'https://dead.example', 0]);
    const later = (host?.pausedUntil.getTime() ?? 0) - (await now(db));
    assert.ok(later >= 2 * minute && later <= 2 * minute * 1.03 + 1, `${later} ms`);

    const isNew = await makeCallback(db, { accountId: other, url: 'https://dead.example/new' });
    assert.equal(await nextTaskAt(db, isNew.queue), host?.pausedUntil.getTime());
    const elsewhere = await makeCallback(db, { accountId: other, url: 'https://live.example/' });
    assert.equal(await nextTaskAt(db, elsewhere.queue), await now(db));
    const others = await makeCallback(db, { accountId, url: 'https://dead.example/new' });
    assert.equal(await nextTaskAt(db, others.queue), await now(db));
  });
});

test('failures at the same time, and answers of the host itself, don’t count as failures in a row', async () => {
  await withTestTransaction(async (db) => {
    await failInARow(db, 'https://own.example/', [500, 404, 500, 429]);
    const { queue, callback } = await makeCallback(db);
    const startedAt = new Date((await now(db)) - second);
    for (let queues = 0; queues < 4; queues++) {
      await recordAttempt(db, { callback, queue, attempt: answered(undefined, { startedAt }) });
    }
    assert.deepEqual(await pausedHosts(db), []);
  });
});

test('a host that answers is tried again at once, in all its delivery queues', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await failInARow(db, 'https://back.example/0', [undefined, undefined, undefined]);
    const urls = Array.from({ length: 12 }, (_, i) => `https://back.example/${i}`);
    const made = [];
    for (const url of urls) made.push(await makeCallback(db, { accountId, url }));
    const [first] = made;
    assert.ok(first);
    await recordAttempt(db, { ...first, attempt: answered(200) });
    assert.deepEqual(await pausedHosts(db), []);
    const tasks = (await listTasks(db, 'deliver-callbacks')).filter(
      ({ payload }) => payload.accountId === accountId,
    );
    assert.equal(tasks.length, 4);
    const at = await now(db);
    for (const { runAt, payload } of tasks) {
      if (payload.number !== first.queue.number) assert.equal(runAt.getTime(), at);
    }
  });
});
