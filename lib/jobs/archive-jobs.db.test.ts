import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { archiveJobs, hasArchivedJobs, unarchiveJobs } from '#lib/jobs/archive-jobs';
import { getJob } from '#lib/jobs/read/get-job';
import { listJobs } from '#lib/jobs/read/list-jobs';
import { restoreJobs, trashJobs } from '#lib/jobs/trash/trash-jobs';
import { findJobs, type JobsQuery } from '#lib/search/find-jobs';

async function findIds(db: Db, accountId: string, query: Partial<JobsQuery> = {}): Promise<string[]> {
  const { jobs } = await findJobs(db, { accountId, limit: 10, sort: 'name', ...query });
  return jobs.map(({ job }) => job.id).toSorted();
}

test('archived jobs are found only where archived ones are asked for, and moved back they are as they were', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const job = await makeJob(db, accountId, { id: 'done', words: 'all is said' });
    await makeJob(db, accountId, { id: 'failed', status: 'failed' });
    await makeJob(db, accountId, { id: 'other', words: 'all is said' });
    assert.equal(await hasArchivedJobs(db, { accountId }), false);
    const moved = await archiveJobs(db, { accountId, jobIds: ['done', 'failed', 'none'] });
    assert.deepEqual(moved.archived.toSorted(), ['done', 'failed']);
    assert.deepEqual(moved.inProgress, []);
    assert.equal(await hasArchivedJobs(db, { accountId }), true);
    assert.deepEqual(await findIds(db, accountId), ['other']);
    assert.deepEqual(await findIds(db, accountId, { search: 'said' }), ['other']);
    assert.deepEqual(await findIds(db, accountId, { isArchived: true }), ['done', 'failed']);
    assert.deepEqual(await findIds(db, accountId, { isArchived: true, search: 'said' }), ['done']);
    assert.deepEqual(await findIds(db, accountId, { isArchived: true, status: 'failed' }), ['failed']);
    assert.equal((await listJobs(db, { accountId, mode: 'live', limit: 10 })).length, 3, 'to the API');

    assert.deepEqual(await archiveJobs(db, { accountId, jobIds: ['done'] }), {
      archived: [],
      inProgress: [],
    });
    assert.deepEqual(await unarchiveJobs(db, { accountId, jobIds: ['done', 'other', 'none'] }), ['done']);
    assert.deepEqual(await getJob(db, { accountId, jobId: 'done' }), job);
    assert.deepEqual(await findIds(db, accountId), ['done', 'other']);
  }));

test('jobs in progress, of the sandbox and of others are not archived, and others’ are not moved back', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const other = await makeAccount(db, { balanceCents: 100_00 });
    const { id: running } = await makeJob(db, accountId);
    const { id: sandbox } = await makeJob(db, accountId, { mode: 'test', status: 'failed' });
    const { id: theirs } = await makeJob(db, other, { status: 'failed' });
    assert.deepEqual(await archiveJobs(db, { accountId, jobIds: [running, sandbox, theirs] }), {
      archived: [],
      inProgress: [running],
    });
    await archiveJobs(db, { accountId: other, jobIds: [theirs] });
    assert.deepEqual(await unarchiveJobs(db, { accountId, jobIds: [theirs] }), []);
    assert.equal(await hasArchivedJobs(db, { accountId }), false);
    assert.deepEqual(await findIds(db, other, { isArchived: true }), [theirs]);
  }));

test('the trash keeps whether a job is archived, and neither changes it there', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const id of ['archived', 'listed']) await makeJob(db, accountId, { id, status: 'failed' });
    const jobIds = ['archived', 'listed'];
    await archiveJobs(db, { accountId, jobIds: ['archived'] });
    await trashJobs(db, { accountId, jobIds });
    assert.deepEqual(await archiveJobs(db, { accountId, jobIds }), { archived: [], inProgress: [] });
    assert.deepEqual(await unarchiveJobs(db, { accountId, jobIds }), []);
    assert.deepEqual(await findIds(db, accountId, { isArchived: true }), []);
    assert.equal(await hasArchivedJobs(db, { accountId }), false);
    await restoreJobs(db, { accountId, jobIds });
    assert.deepEqual(await findIds(db, accountId), ['listed']);
    assert.deepEqual(await findIds(db, accountId, { isArchived: true }), ['archived']);
  }));
