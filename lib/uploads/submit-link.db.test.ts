import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { listTasks, readCents } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { testWith } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { JobOptions } from '#lib/jobs/submit/submission';
import { pageKeys } from '#lib/jobs/submit/idempotency';
import { addLink, listLinks, removeLink } from '#lib/uploads/pending-links';
import { submitLink } from '#lib/uploads/submit-link';
import { submitUpload } from '#lib/uploads/submit-upload';

const test = testWith(() => ({ priceCentsPerMinute: 25 }));
const linkId = 'a'.repeat(32);
const url = 'https://media.example/talk.wav';

const add = (db: Db, accountId: string) => addLink(db, { accountId, linkId, url, options: '{}' });

async function submit(db: Db, accountId: string, asked?: JobOptions) {
  const job = await submitLink(db, { accountId, linkId, asked });
  assert.ok(job);
  return job;
}

test('a link becomes a job and is gone; submitted again it gives the first job, and one price is held', () =>
  withTestTransaction(async (db) => {
    // The balance doesn't cover a second one.
    const accountId = await makeAccount(db, { balanceCents: 25 });
    await add(db, accountId);
    const first = await submit(db, accountId, { name: 'Talk' });
    assert.deepEqual([first.name, first.origin, first.mediaUrl], ['Talk', 'site', url]);
    assert.deepEqual(await listLinks(db, { accountId }), []);
    assert.deepEqual(await submit(db, accountId, { name: 'Another name' }), first);
    // A browser that stored it in an earlier release may add it again.
    await add(db, accountId);
    assert.deepEqual(await submit(db, accountId, { recognition: { engine: 'removed since' } }), first);
    assert.deepEqual(await listLinks(db, { accountId }), []);
    assert.equal(await readCents(db, accountId), 0);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 1);
  }));

test('submitted on two devices at once, a link is one job at one price', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await add(db, accountId);
    const found = await Promise.all([1, 2, 3].map(() => submit(db, accountId)));
    assert.equal(new Set(found.map(({ id }) => id)).size, 1);
    assert.equal(await readCents(db, accountId), 100_00 - 25);
    assert.deepEqual(await listLinks(db, { accountId }), []);
  } finally {
    await close();
  }
});

test('a link that was removed or belongs to another account is no job', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await add(db, await makeAccount(db));
    assert.equal(await submitLink(db, { accountId, linkId }), undefined);
    await add(db, accountId);
    await removeLink(db, { accountId, linkId });
    assert.equal(await submitUpload(db, { accountId, uploadId: linkId }), undefined);
    assert.equal(await readCents(db, accountId), 100_00);
  }));

test('a link stays where the balance is too low, to be submitted as an upload is', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 24 });
    await add(db, accountId);
    await assert.rejects(submit(db, accountId), { reason: { kind: 'out-of-credit', balanceCents: 24 } });
    assert.equal((await listLinks(db, { accountId })).length, 1);
    const rich = await makeAccount(db, { balanceCents: 25 });
    await add(db, rich);
    const job = await submitUpload(db, { accountId: rich, uploadId: linkId, asked: { name: 'Talk' } });
    assert.deepEqual([job?.name, job?.mediaUrl], ['Talk', url]);
  }));

test('the key of a link is not that of a client, which may be the same', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const idempotency = { key: linkId, requestSha256: 'of the API' };
    const price = { priceCentsPerMinute: 25, idempotency };
    const { job } = await submitJob(db, { accountId, media: { mediaUrl: url } }, price);
    await add(db, accountId);
    assert.notEqual((await submit(db, accountId)).id, job.id);
  }));

test('a link is one job for 90 days, whatever became of it, and the sweep leaves its key for so long', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await add(db, accountId);
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
    await add(db, accountId);
    assert.notEqual((await submit(db, accountId)).id, id);
    await db
      .update(jobs)
      .set({ status: 'failed', failure: 'unspecified', endedAt: sql`now() - interval '2 days'` });
    await age(91);
    await forgetExpired(db);
    assert.deepEqual(await db.select().from(idempotencyKeys), []);
  }));
