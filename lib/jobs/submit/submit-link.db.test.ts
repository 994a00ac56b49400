import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { listTasks, readCents } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { submitJob, type JobOptions } from '#lib/jobs/submit/submit-job';
import { pageKeys } from '#lib/jobs/submit/idempotency';
import { submitLink } from '#lib/jobs/submit/submit-link';

const link = { mediaUrl: 'https://media.example/talk.wav', submissionKey: 'a'.repeat(32) };
const price = { priceCentsPerMinute: 25 };

const submit = (db: Db, accountId: string, asked?: JobOptions, given = link) =>
  submitLink(db, { accountId, ...given, ...(asked && { asked }) }, price);

test('a link submitted again with its key gives the first job, also with other options, and one price is held', () =>
  withTestTransaction(async (db) => {
    // The balance pays for no second one.
    const accountId = await makeAccount(db, { balanceCents: 25 });
    const first = await submit(db, accountId, { name: 'Talk' });
    assert.deepEqual([first.name, first.origin, first.mediaUrl], ['Talk', 'site', link.mediaUrl]);
    assert.deepEqual(await submit(db, accountId, { name: 'Another name' }), first);
    assert.deepEqual(await submit(db, accountId, { recognition: { engine: 'removed since' } }), first);
    assert.equal(await readCents(db, accountId), 0);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 1);
  }));

test('the same link with another key, or of another account, is another job', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const ids = [
      await submit(db, accountId),
      await submit(db, accountId, undefined, { ...link, submissionKey: 'b'.repeat(32) }),
      await submit(db, await makeAccount(db, { balanceCents: 100_00 })),
    ].map(({ id }) => id);
    assert.equal(new Set(ids).size, 3);
    assert.equal(await readCents(db, accountId), 100_00 - 2 * 25);
  }));

test('the key of a link is not that of a client, which may be the same', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const media = { mediaUrl: link.mediaUrl };
    const idempotency = { key: link.submissionKey, requestSha256: 'of the API' };
    const { job } = await submitJob(db, { accountId, media }, { ...price, idempotency });
    assert.notEqual((await submit(db, accountId)).id, job.id);
  }));

test('a link is one job for 90 days, whatever became of it, and the sweep leaves its key for so long', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id } = await submit(db, accountId);
    await db
      .update(jobs)
      .set({ status: 'failed', failure: 'unspecified', endedAt: sql`now() - interval '89 days'` });
    const age = (days: number) =>
      db.update(idempotencyKeys).set({ createdAt: sql`now() - make_interval(days => ${days})` });
    await age(89);
    await forgetExpired(db);
    assert.equal((await submit(db, accountId)).id, id);
    await age(pageKeys.validSeconds / 24 / 3600);
    const second = await submit(db, accountId);
    assert.notEqual(second.id, id);
    assert.equal((await submit(db, accountId)).id, second.id);
    await db
      .update(jobs)
      .set({ status: 'failed', failure: 'unspecified', endedAt: sql`now() - interval '2 days'` });
    await age(91);
    await forgetExpired(db);
    assert.deepEqual(await db.select().from(idempotencyKeys), []);
  }));
