import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { listJobs } from '#lib/jobs/read/list-jobs';

const noSuchJob = {
  reason: {
    kind: 'invalid-parameters',
    parameters: { starting_after: ['There is no job with this ID.'] },
  },
};

async function listIds(
  db: Db,
  asked: { accountId: string; limit: number; startingAfter?: string | undefined },
): Promise<string[]> {
  return (await listJobs(db, { mode: 'live', ...asked })).map(({ id }) => id);
}

/** An account with this many failed jobs. Ten share each moment, as jobs placed at once do: their ids order them. */
async function makeMany(db: Db, amount: number): Promise<string> {
  const accountId = await makeAccount(db, { balanceCents: 100_00 });
  await db.execute(sql`
    insert into jobs (id, account_id, status, failure, name, media_url, price_cents, created_at)
    select 'job-' || md5(n::text), ${accountId}, 'failed', 'unspecified', n || '.wav', 'http://x.example/', 0,
      now() - interval '1 day' - (n / 10) * interval '1 microsecond'
    from generate_series(1, ${amount}::int) as n`);
  return accountId;
}

for (const [limit, amount] of [
  [1000, 2500],
  [100, 500],
  [7, 100],
  [1, 40],
] as const) {
  test(`pages of ${limit} miss and repeat no job while others are added and deleted, even the last one read`, () =>
    withTestTransaction(async (db) => {
      const accountId = await makeMany(db, amount);
      const before = await listIds(db, { accountId, limit: amount });
      const seen: string[] = [];
      for (let last: string | undefined; ; last = seen.at(-1)) {
        const ids = await listIds(db, { accountId, limit, startingAfter: last });
        seen.push(...ids);
        if (ids.length < limit) break;
        await makeJob(db, accountId);
        await deleteJob(db, { accountId, jobId: ids.at(-1) ?? '' });
      }
      assert.equal(before.length, amount);
      assert.deepEqual(seen, before);
    }));
}

test('jobs come newest first, those of a moment by their ids', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const times = { b: '10:00', a: '10:00', c: '09:00', d: '11:00' };
    for (const [id, time] of Object.entries(times)) {
      await makeJob(db, accountId, { id, createdAt: new Date(`2026-01-01T${time}:00Z`) });
    }
    assert.deepEqual(await listIds(db, { accountId, limit: 10 }), ['d', 'b', 'a', 'c']);
  }));

test('a page begins after any job, also one that was deleted', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeMany(db, 30);
    const [first, second = '', third, fourth] = await listIds(db, { accountId, limit: 4 });
    await deleteJob(db, { accountId, jobId: second });
    assert.deepEqual(await listIds(db, { accountId, limit: 1, startingAfter: first }), [third]);
    assert.deepEqual(await listIds(db, { accountId, limit: 2, startingAfter: second }), [third, fourth]);
    const all = await listIds(db, { accountId, limit: 30 });
    assert.deepEqual(await listIds(db, { accountId, limit: 30, startingAfter: all.at(-1) }), []);
  }));

test('only the account’s own jobs of the mode are listed, and a page begins after no other, deleted or not', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const { id: live } = await makeJob(db, mine, { status: 'failed' });
    const { id: sandbox } = await makeJob(db, mine, { status: 'failed', mode: 'test' });
    const { id: foreign } = await makeJob(db, theirs, { status: 'failed' });
    assert.deepEqual(await listIds(db, { accountId: mine, limit: 10 }), [live]);
    const played = await listJobs(db, { accountId: mine, mode: 'test', limit: 10 });
    assert.deepEqual(
      played.map(({ id }) => id),
      [sandbox],
    );
    const begin = (startingAfter: string) => listIds(db, { accountId: mine, limit: 10, startingAfter });
    for (const other of [foreign, sandbox, 'unknown']) await assert.rejects(begin(other), noSuchJob);
    await deleteJob(db, { accountId: theirs, jobId: foreign });
    await deleteJob(db, { accountId: mine, jobId: sandbox });
    for (const other of [foreign, sandbox]) await assert.rejects(begin(other), noSuchJob);
  }));
