import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { beginWork } from '#lib/jobs/work/begin-work';
import { readJobs } from '#lib/jobs/read/read-jobs';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { waitingJobs } from '#lib/jobs/read/waiting-jobs';

async function submit(db: Db, accountId: string): Promise<string> {
  const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 1 };
  return (await submitJob(db, { accountId, media }, { priceCentsPerMinute: 25 })).job.id;
}

async function readPositions(
  db: Db,
  accountId: string,
  jobIds: string[],
): Promise<Array<number | undefined>> {
  const placed = await readJobs(db, { accountId, jobIds });
  return jobIds.map((id) => placed.find(({ job }) => job.id === id)?.position);
}

test('waiting jobs stand in line behind those of all accounts, and move up as work on one begins', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const [first, second] = [await submit(db, mine), await submit(db, mine)];
    const foreign = await submit(db, theirs);
    // An account's second job comes behind another's first.
    assert.deepEqual(await readPositions(db, mine, [first, second]), [1, 3]);
    assert.deepEqual(await readPositions(db, theirs, [foreign]), [2]);
    await beginWork(db, { jobId: first });
    await db.execute(sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'
      where key = ${`transcribe ${first}`}`);
    assert.deepEqual(await readPositions(db, mine, [first, second]), [undefined, 2]);
  }));

test('a job that nobody works on any more, or that has ended, has no place in line', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const taskless = await makeJob(db, accountId);
    const ended = await makeJob(db, accountId, { status: 'failed' });
    assert.deepEqual(await readPositions(db, accountId, [taskless.id, ended.id]), [undefined, undefined]);
  }));

test('of the jobs asked for only the account’s own live ones are read', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const job = await makeJob(db, mine);
    const others = [await makeJob(db, mine, { mode: 'test' }), await makeJob(db, theirs)];
    const jobIds = [job.id, ...others.map(({ id }) => id), 'unknown'];
    assert.deepEqual(await readJobs(db, { accountId: mine, jobIds }), [
      { job, position: undefined, editing: undefined },
    ]);
    assert.deepEqual(await readJobs(db, { accountId: mine, jobIds: [] }), []);
  }));

test('the live jobs that no worker has begun are known, the oldest first', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
    const late = await makeJob(db, accountId, at(2));
    const early = await makeJob(db, accountId, at(1));
    await makeJob(db, accountId, { ...at(0), startedAt: new Date() });
    await makeJob(db, accountId, { ...at(0), mode: 'test' });
    await makeJob(db, accountId, { ...at(0), status: 'failed', startedAt: null });
    await makeJob(db, await makeAccount(db, { balanceCents: 100_00 }), at(0));
    assert.deepEqual(await waitingJobs(db, { accountId, limit: 10 }), [early.id, late.id]);
    assert.deepEqual(await waitingJobs(db, { accountId, limit: 1 }), [early.id]);
  }));
