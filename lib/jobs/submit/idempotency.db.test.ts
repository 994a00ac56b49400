import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { readCents, readLedger, listTasks } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';

const once = { key: 'once-only', requestSha256: 'a' };
const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 1 };

function submit(db: Db, accountId: string, idempotency = once) {
  return submitJob(db, { accountId, media }, { priceCentsPerMinute: 25, idempotency });
}

test('a submission repeated with its key gives the first job, and nothing is held or enqueued again', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    const first = await submit(db, accountId);
    const second = await submit(db, accountId);
    assert.deepEqual(second, { job: first.job, repeated: true });
    assert.equal((await readLedger(db, accountId)).length, 2);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 1);
  }));

test('another submission with the key is refused', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await submit(db, accountId);
    await assert.rejects(submit(db, accountId, { ...once, requestSha256: 'b' }), {
      reason: { kind: 'idempotency-key-reuse' },
    });
    assert.equal(await readCents(db, accountId), 99_75);
  }));

test('keys are each account’s own', () =>
  withTestTransaction(async (db) => {
    const mine = await submit(db, await makeAccount(db, { balanceCents: 100_00 }));
    const theirs = await submit(db, await makeAccount(db, { balanceCents: 100_00 }), {
      ...once,
      requestSha256: 'c',
    });
    assert.notEqual(theirs.job.id, mine.job.id);
  }));

test('a refused submission does not use its key up', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    await assert.rejects(submit(db, accountId));
    assert.deepEqual(await db.select().from(idempotencyKeys), []);
  }));

test('a submission repeated with its key gives the first job also when its engine is no longer there', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    const first = await submit(db, accountId);
    const submission = { accountId, media, recognition: { engine: 'removed since' } };
    const again = await submitJob(db, submission, { priceCentsPerMinute: 25, idempotency: once });
    assert.deepEqual(again, { job: first.job, repeated: true });
  }));

test('after a day the key is free for another submission', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const first = await submit(db, accountId);
    await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '24 hours'` });
    const other = { ...once, requestSha256: 'd' };
    const second = await submit(db, accountId, other);
    assert.notEqual(second.job.id, first.job.id);
    assert.equal((await submit(db, accountId, other)).job.id, second.job.id);
  }));

test('a derived key counts while its job is in progress, and so long after its end', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const derived = { ...once, key: 'derived', derived: { validSeconds: 60 } };
    const send = async () => (await submit(db, accountId, derived)).job.id;
    const first = await send();
    await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '2 days'` });
    await forgetExpired(db);
    assert.equal(await send(), first);
    const end = (status: 'transcribed' | 'failed', seconds: number) =>
      db
        .update(jobs)
        .set({
          ...{ status, endedAt: sql`now() - make_interval(secs => ${seconds})` },
          ...(status === 'failed' && { failure: 'unspecified' }),
        })
        .where(eq(jobs.status, 'in_progress'));
    await end('transcribed', 59);
    await forgetExpired(db);
    assert.equal(await send(), first);
    await db.update(jobs).set({ endedAt: sql`now() - interval '60 seconds'` });
    const second = await send();
    assert.notEqual(second, first);
    assert.equal(await send(), second);
    await end('failed', 0);
    assert.notEqual(await send(), second);
    assert.equal(await readCents(db, accountId), 100_00 - 3 * 25);
  }));

test('the same key is one submission live and one in the sandbox', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const play = () => submitSandboxJob(db, { accountId, media }, { maxUploadBytes: 1, idempotency: once });
    const [live, sandbox] = [await submit(db, accountId), await play()];
    assert.notEqual(live.job.id, sandbox.job.id);
    assert.deepEqual(await play(), { job: sandbox.job, repeated: true });
    assert.deepEqual(await submit(db, accountId), { job: live.job, repeated: true });
  }));

test('of three that come at once one makes the job, and all are given it, also where the balance pays for no other', async () => {
  const { db, close } = await sharedDatabase();
  try {
    for (const [jobs, balanceCents] of [100_00, 25].entries()) {
      const accountId = await makeAccount(db, { balanceCents });
      const answers = await Promise.all([1, 2, 3].map(() => submit(db, accountId)));
      assert.equal(new Set(answers.map(({ job }) => job.id)).size, 1);
      assert.equal(answers.filter(({ repeated }) => !repeated).length, 1);
      assert.equal(await readCents(db, accountId), balanceCents - 25);
      assert.equal((await listTasks(db, 'transcribe-job')).length, jobs + 1);
    }
  } finally {
    await close();
  }
});

test('of two with a derived key, the second waits for the first and is given its job, also where no price is held', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const idempotency = { ...once, key: 'derived', derived: { validSeconds: 60 } };
    const play = (on: Db) => submitSandboxJob(on, { accountId, media }, { maxUploadBytes: 1, idempotency });
    // The queue waits for another transaction only where it meets a kind of task for the first time.
    await submitSandboxJob(db, { accountId, media }, { maxUploadBytes: 1, idempotency: once });
    const { first, playing } = await db.transaction(async (tx) => {
      const made = await play(tx);
      // Not the promise itself, which the transaction would wait for.
      const again = { first: made, playing: play(db) };
      await waitFor('the second to wait', async () => {
        const waiting = await db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return waiting.length > 0 ? true : undefined;
      });
      return again;
    });
    assert.deepEqual(await playing, { job: first.job, repeated: true });
  } finally {
    await close();
  }
});
