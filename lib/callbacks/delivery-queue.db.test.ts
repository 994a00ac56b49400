import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { callbackHosts, callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { isRefusal } from '#e2e/support/is-refusal';
import { answered, readCallbackRow, makeCallback } from '#e2e/support/make-callback';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { listTasks } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginCallback } from '#lib/callbacks/begin-callback';
import { deliverCallbacks } from '#lib/callbacks/deliver-callbacks';
import { toDeliveryQueue } from '#lib/callbacks/delivery-queue';
import { attemptReasons, givenUpReasons } from '#lib/callbacks/reasons';
import { recordAttempt } from '#lib/callbacks/record-attempt';
import { sendAgain } from '#lib/callbacks/send-again';
import { listSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import type { Db } from '#lib/db/connect';

const secret = '00'.repeat(32);
const quiet = new AbortController().signal;
const present = ({ id }: { id: string }) => ({ id });
/** The guard refuses it, so that an attempt is made and nothing is reached. */
const refused = 'http://10.0.0.1/hook';

async function attemptedJobs(db: Db): Promise<string[]> {
  const rows = await db
    .select({ jobId: callbacks.jobId })
    .from(callbackTries)
    .innerJoin(callbacks, eq(callbacks.id, callbackTries.callbackId))
    .orderBy(callbackTries.id);
  return rows.map(({ jobId }) => jobId);
}

test('however many callbacks wait for a host, it has one task per delivery queue, and at most four queues', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (let n = 0; n < 30; n++) {
      await makeCallback(db, { accountId, url: `https://customer.example/hook?${n}` });
    }
    const tasks = await listTasks(db, 'deliver-callbacks');
    const numbers = tasks.map(({ payload }) => payload.number);
    assert.deepEqual(new Set(numbers), new Set([0, 1, 2, 3]));
    assert.equal(numbers.length, 4);
  });
});

test('a host with the longest of names has delivery queues of its own', async () => {
  await withTestTransaction(async (db) => {
    const host = Array.from('abc', (letter) => letter.repeat(60)).join('.');
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const name of [host, `other.${host}`])
      await makeCallback(db, { accountId, url: `https://${name}/` });
    const tasks = await listTasks(db, 'deliver-callbacks');
    assert.deepEqual(
      tasks.map(({ payload }) => payload.origin).toSorted(),
      [`https://${host}`, `https://other.${host}`].toSorted(),
    );
  });
});

test('the more callbacks an account has waiting, the later comes its turn', async () => {
  await withTestTransaction(async (db) => {
    const busy = await makeAccount(db, { balanceCents: 100_00 });
    for (let n = 0; n < 5; n++) await makeCallback(db, { accountId: busy });
    const { accountId: idle } = await makeCallback(db);
    const tasks = await listTasks(db, 'deliver-callbacks');
    const getPriority = (owner: string) =>
      tasks.find(({ payload }) => payload.accountId === owner)?.priority ?? Number.NaN;
    assert.ok(getPriority(idle) < getPriority(busy), `${getPriority(idle)}, ${getPriority(busy)}`);
  });
});

test('the same URL has the same delivery queue, whose tasks run one after the other', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, queue } = await makeCallback(db);
    assert.deepEqual(toDeliveryQueue({ accountId, url: 'https://customer.example/hook' }), queue);
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
    assert.deepEqual(await listTasks(db, 'deliver-callbacks'), []);
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
    const queue = toDeliveryQueue({ accountId, url: refused });
    await deliverCallbacks(db, queue, { present, secret, signal: quiet });
    assert.deepEqual(await attemptedJobs(db), [first]);
    await deliverCallbacks(db, queue, { present, secret, signal: quiet });
    await deliverCallbacks(db, queue, { present, secret, signal: quiet });
    assert.deepEqual(await attemptedJobs(db), [first, second]);
  });
});

test('while a host is left alone nothing is tried, and what has waited for 24 hours is given up', async () => {
  await withTestTransaction(async (db) => {
    const old = await makeCallback(db, { url: refused });
    const fresh = await makeCallback(db, { accountId: old.accountId, url: refused });
    const { accountId, queue } = old;
    await db
      .update(callbacks)
      .set({ begunAt: sql`now() - interval '24 hours 31 minutes'` })
      .where(eq(callbacks.jobId, old.jobId));
    const pausedUntil = sql`now() + interval '10 minutes'`;
    await db
      .insert(callbackHosts)
      .values({ accountId, origin: queue.origin, failuresInARow: 4, failedAt: sql`now()`, pausedUntil });
    await deliverCallbacks(db, queue, { present, secret, signal: quiet });
    assert.deepEqual(await attemptedJobs(db), []);
    assert.equal((await readCallbackRow(db, fresh.jobId)).state, 'pending');
    const { state, givenUpBecause } = await readCallbackRow(db, old.jobId);
    assert.deepEqual([state, givenUpBecause], ['given_up', 'The host was unreachable for 24 hours.']);
  });
});

test('what can’t be signed is not sent: each callback has an attempt that says why, and the host is not left alone', async () => {
  await withTestTransaction(async (db) => {
    const first = await makeCallback(db, { url: refused });
    const { accountId, queue } = first;
    await listSigningSecrets(db, { accountId, secret });
    await makeCallback(db, { accountId, url: refused });
    const options = { present, secret: '11'.repeat(32), signal: quiet };
    for (let n = 0; n < 4; n++) {
      await db
        .update(callbacks)
        .set({ nextTryAt: sql`now()` })
        .where(eq(callbacks.triesSinceBegun, n < 2 ? 0 : 1));
      await deliverCallbacks(db, queue, options);
    }
    const tries = await db
      .select({ reason: callbackTries.reason, status: callbackTries.status })
      .from(callbackTries);
    const unsigned = { reason: attemptReasons.unsigned, status: null };
    assert.deepEqual(tries, [unsigned, unsigned, unsigned, unsigned]);
    assert.equal(new Set(await attemptedJobs(db)).size, 2);
    assert.deepEqual(await db.select().from(callbackHosts), []);

    await db
      .update(callbacks)
      .set({ begunAt: sql`now() - interval '25 hours'`, nextTryAt: sql`now()` })
      .where(eq(callbacks.jobId, first.jobId));
    await deliverCallbacks(db, queue, options);
    const { state, givenUpBecause } = await readCallbackRow(db, first.jobId);
    assert.deepEqual([state, givenUpBecause], ['given_up', givenUpReasons.noSuccess]);
  });
});

test('a delivered callback is not sent by a task that runs once more', async () => {
  await withTestTransaction(async (db) => {
    const made = await makeCallback(db, { url: refused });
    await recordAttempt(db, { ...made, attempt: answered(200) });
    await deliverCallbacks(db, made.queue, { present, secret, signal: quiet });
    assert.equal((await attemptedJobs(db)).length, 1);
  });
});

test('sent again, a callback keeps its webhook-id, begins its schedule anew and ends the pause of its host', async () => {
  await withTestTransaction(async (db) => {
    const { accountId, jobId, queue, callback } = await makeCallback(db);
    await recordAttempt(db, { callback, queue, attempt: answered(410) });
    const later = sql`now() + interval '1 hour'`;
    await db.insert(callbackHosts).values({
      accountId,
      origin: queue.origin,
      failuresInARow: 5,
      failedAt: sql`now()`,
      pausedUntil: later,
    });
    await sendAgain(db, { accountId, jobId });
    const { id, state, round, triesSinceBegun, givenUpBecause } = await readCallbackRow(db, jobId);
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
    assert.equal((await readCallbackRow(db, others)).round, 1);
  });
});
