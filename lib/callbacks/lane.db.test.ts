import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { callbackHosts, callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { isRefusal } from '#e2e/support/is-refusal';
import { answered, callbackOf, makeCallback } from '#e2e/support/make-callback';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { tasksOf } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginCallback } from '#lib/callbacks/begin-callback';
import { deliverCallbacks } from '#lib/callbacks/deliver-callbacks';
import { laneOf } from '#lib/callbacks/lane';
import { recordTry } from '#lib/callbacks/record-try';
import { sendAgain } from '#lib/callbacks/send-again';
import type { Db } from '#lib/db/connect';

const quiet = new AbortController().signal;
/** The guard refuses it, so that a try is made and nothing is reached. */
const refused = 'http://10.0.0.1/hook';

async function triedJobs(db: Db): Promise<string[]> {
  const rows = await db
    .select({ jobId: callbacks.jobId })
    .from(callbackTries)
    .innerJoin(callbacks, eq(callbacks.id, callbackTries.callbackId))
    .orderBy(callbackTries.id);
  return rows.map(({ jobId }) => jobId);
}

test('however many callbacks wait for a host, it has one alarm a lane, and at most four lanes', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (let n = 0; n < 30; n++) {
      await makeCallback(db, { accountId, url: `https://customer.example/hook?${n}` });
    }
    const alarms = await tasksOf(db, 'deliver-callbacks');
    const lanes = alarms.map(({ payload }) => payload.number);
    assert.deepEqual(new Set(lanes), new Set([0, 1, 2, 3]));
    assert.equal(lanes.length, 4);
  });
});

test('the more callbacks an account has waiting, the later comes its turn', async () => {
  await withTestTransaction(async (db) => {
    const busy = await makeAccount(db, { balanceCents: 100_00 });
    for (let n = 0; n < 5; n++) await makeCallback(db, { accountId: busy });
    const { accountId: idle } = await makeCallback(db);
    const alarms = await tasksOf(db, 'deliver-callbacks');
    const priorityOf = (owner: string) =>
      alarms.find(({ payload }) => payload.accountId === owner)?.priority ?? Number.NaN;
    assert.ok(priorityOf(idle) < priorityOf(busy), `${priorityOf(idle)}, ${priorityOf(busy)}`);
  });
});

test('the same URL has the same lane, and the alarms of a lane are one after the other', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, lane } = await makeCallback(db);
    assert.deepEqual(laneOf({ accountId, url: 'https://customer.example/hook' }), lane);
    const rows = await db.execute(
      sql`select queue_name from graphile_worker.jobs where queue_name is not null`,
    );
    assert.equal(rows.length, 1);
    assert.match(String(rows[0]?.['queue_name']), new RegExp(accountId));
  });
});

test('a job without a callback_url begins no callback', async () => {
  await withTestTransaction(async (db) => {
    const job = await makeJob(db, await makeAccount(db, { balanceCents: 100_00 }), { status: 'failed' });
    await db.transaction((tx) => beginCallback(tx, job));
    assert.deepEqual(await db.select().from(callbacks), []);
    assert.deepEqual(await tasksOf(db, 'deliver-callbacks'), []);
  });
});

test('a delivery takes what is due, the earliest first, one at a time, and leaves the rest alone', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const made = [];
    for (const minutes of [-1, -2, 5]) {
      const { jobId } = await makeCallback(db, { accountId, url: refused });
      const nextTryAt = sql`now() + ${minutes} * interval '1 minute'`;
      await db.update(callbacks).set({ nextTryAt }).where(eq(callbacks.jobId, jobId));
      made.push(jobId);
    }
    const [second, first] = made;
    const lane = laneOf({ accountId, url: refused });
    await deliverCallbacks(db, lane, quiet);
    assert.deepEqual(await triedJobs(db), [first]);
    await deliverCallbacks(db, lane, quiet);
    await deliverCallbacks(db, lane, quiet);
    assert.deepEqual(await triedJobs(db), [first, second]);
  });
});

test('while a host is left alone nothing is tried, and what has waited for 24 hours is given up', async () => {
  await withTestTransaction(async (db) => {
    const old = await makeCallback(db, { url: refused });
    const fresh = await makeCallback(db, { accountId: old.accountId, url: refused });
    const { accountId, lane } = old;
    await db
      .update(callbacks)
      .set({ begunAt: sql`now() - interval '24 hours 31 minutes'` })
      .where(eq(callbacks.jobId, old.jobId));
    const pausedUntil = sql`now() + interval '10 minutes'`;
    await db
      .insert(callbackHosts)
      .values({ accountId, origin: lane.origin, failuresInARow: 4, failedAt: sql`now()`, pausedUntil });
    await deliverCallbacks(db, lane, quiet);
    assert.deepEqual(await triedJobs(db), []);
    assert.equal((await callbackOf(db, fresh.jobId)).state, 'pending');
    const { state, givenUpBecause } = await callbackOf(db, old.jobId);
    assert.deepEqual([state, givenUpBecause], ['given_up', 'The host could not be reached for 24 hours.']);
  });
});

test('a delivered callback is not sent by an alarm that rings once more', async () => {
  await withTestTransaction(async (db) => {
    const made = await makeCallback(db, { url: refused });
    await recordTry(db, { ...made, made: answered(200) });
    await deliverCallbacks(db, made.lane, quiet);
    assert.equal((await triedJobs(db)).length, 1);
  });
});

test('sent again, a callback keeps its webhook-id, begins its schedule anew and ends the pause of its host', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, jobId, lane, callback } = await makeCallback(db);
    await recordTry(db, { callback, lane, made: answered(410) });
    const later = sql`now() + interval '1 hour'`;
    await db.insert(callbackHosts).values({
      accountId,
      origin: lane.origin,
      failuresInARow: 5,
      failedAt: sql`now()`,
      pausedUntil: later,
    });
    await sendAgain(db, { accountId, jobId });
    const { id, state, round, triesSinceBegun, givenUpBecause } = await callbackOf(db, jobId);
    assert.deepEqual([id, state, round, triesSinceBegun], [callback.id, 'pending', 2, 0]);
    assert.equal(givenUpBecause, null);
    const [host] = await db
      .select({ isPaused: sql<boolean>`${callbackHosts.pausedUntil} > now()` })
      .from(callbackHosts);
    assert.equal(host?.isPaused, false);
  });
});

test('a callback is not sent again while its job is in progress, without a callback_url, or for another account', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const running = await makeJob(db, accountId, { callbackUrl: refused });
    const without = await makeJob(db, accountId, { status: 'failed' });
    const { jobId: others } = await makeCallback(db);
    const again = (jobId: string) => sendAgain(db, { accountId, jobId });
    await assert.rejects(again(running.id), isRefusal('invalid-job-state'));
    await assert.rejects(again(without.id), isRefusal('invalid-parameters'));
    await assert.rejects(again(others), isRefusal('job-not-found'));
    assert.equal((await callbackOf(db, others)).round, 1);
  });
});
