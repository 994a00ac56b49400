import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { makeCallback } from '#e2e/support/make-callback';
import { makeJob } from '#e2e/support/make-job';
import { keysToRemove, readLedger } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { setRetention } from '#lib/accounts/settings/retention';
import { listLedger } from '#lib/billing/ledger/list-ledger';
import { listCallbacks } from '#lib/callbacks/list-callbacks';
import { readCallback } from '#lib/callbacks/read-callback';
import { sendAgain } from '#lib/callbacks/send-again';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { emptyTrash, purgeTrash, restoreJobs, trashJobs, listTrash } from '#lib/jobs/trash/trash-jobs';
import { getJob } from '#lib/jobs/read/get-job';
import { listJobs } from '#lib/jobs/read/list-jobs';
import { readJobs } from '#lib/jobs/read/read-jobs';
import { renameJob } from '#lib/jobs/rename-job';
import { applyRetention } from '#lib/jobs/retention/apply-retention';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { readMedia } from '#lib/renditions/read-media';
import { findRendition } from '#lib/renditions/renditions';
import { readTranscript } from '#lib/revisions/read-transcript';
import { findTranscribed } from '#lib/revisions/find-transcribed';
import { findJobs } from '#lib/search/find-jobs';
import { createShareLink } from '#lib/share-links/create-share-link';
import { listAccountShareLinks } from '#lib/share-links/list-share-links';
import { openShareLink } from '#lib/share-links/open-share-link';
import { owner as by, readAudit } from '#e2e/support/read-audit';

const notFound = { reason: { kind: 'job-not-found' } };
const soon = new Date('2199-01-01T00:00:00Z');
const files = { mediaKey: 'm', renditionKey: 'r', renditionType: 'audio/mp4', peaksKey: 'p' } as const;

async function listIds(db: Db, accountId: string): Promise<string[]> {
  return (await listJobs(db, { accountId, mode: 'live', limit: 10 })).map(({ id }) => id);
}

async function listTrashed(db: Db, accountId: string): Promise<string[]> {
  return (await listTrash(db, { accountId, limit: 10 })).jobs.map(({ id }) => id);
}

/** Has the job be in the trash for this long. */
async function age(db: Db, jobId: string, interval: string): Promise<void> {
  await db
    .update(jobs)
    .set({ trashedAt: sql`now() - ${interval}::interval` })
    .where(eq(jobs.id, jobId));
}

test('a job in the trash is, to all who read or change it, as deleted; restored, it is as it was', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const job = await makeJob(db, accountId, { words: 'all is said', ...files });
    const jobId = job.id;
    const which = { accountId, jobId };
    const { token, id: linkId } = await createShareLink(db, which);
    assert.deepEqual(await trashJobs(db, { accountId, jobIds: [jobId] }), {
      trashed: [jobId],
      inProgress: [],
    });

    for (const refused of [
      () => getJob(db, which),
      () => getJob(db, { ...which, mode: 'live' }),
      () => readTranscript(db, which, 'latest'),
      () => findTranscribed(db, which),
      () => readMedia(db, which),
      () => renameJob(db, { ...which, name: 'x' }),
      () => deleteJob(db, which),
      () => createShareLink(db, which),
      () => cancelJob(db, which),
    ]) {
      await assert.rejects(refused(), notFound);
    }
    assert.deepEqual(await listIds(db, accountId), []);
    assert.deepEqual(await readJobs(db, { accountId, jobIds: [jobId] }), []);
    for (const search of ['', 'talk', 'said']) {
      assert.deepEqual(
        (await findJobs(db, { accountId, search, sort: 'newest', limit: 10 })).jobs,
        [],
        search,
      );
    }
    assert.equal(await findRendition(db, { jobId, linkId: undefined, expiresAt: soon }), undefined);
    assert.equal(await findRendition(db, { jobId, linkId, expiresAt: soon }), undefined);
    assert.equal(await openShareLink(db, { token }), undefined);
    assert.deepEqual(await listAccountShareLinks(db, { accountId }), []);
    assert.deepEqual(await keysToRemove(db), []);

    assert.deepEqual(await restoreJobs(db, { accountId, jobIds: [jobId, 'none'] }), [jobId]);
    assert.deepEqual(await getJob(db, which), job);
    assert.deepEqual(await listIds(db, accountId), [jobId]);
    assert.equal((await findJobs(db, { accountId, search: 'said', sort: 'name', limit: 10 })).jobs.length, 1);
    assert.equal((await openShareLink(db, { token }))?.job.id, jobId);
    assert.deepEqual(await findRendition(db, { jobId, linkId, expiresAt: soon }), {
      key: 'r',
      type: 'audio/mp4',
    });
    assert.deepEqual(await listTrashed(db, accountId), []);
    assert.deepEqual(await restoreJobs(db, { accountId, jobIds: [jobId] }), [], 'it is restored once');
  }));

test('jobs in progress, of the sandbox and of others stay where they are', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const other = await makeAccount(db, { balanceCents: 100_00 });
    const { id: running } = await makeJob(db, accountId);
    const { id: sandbox } = await makeJob(db, accountId, { mode: 'test', status: 'failed' });
    const { id: theirs } = await makeJob(db, other, { status: 'failed' });
    assert.deepEqual(await trashJobs(db, { accountId, jobIds: [running, sandbox, theirs, 'none'] }), {
      trashed: [],
      inProgress: [running],
    });
    assert.deepEqual(await listIds(db, other), [theirs]);

    await trashJobs(db, { accountId: other, jobIds: [theirs] });
    assert.deepEqual(await restoreJobs(db, { accountId, jobIds: [theirs] }), []);
    await assert.rejects(deleteJob(db, { accountId, jobId: theirs, within: 'trash' }), notFound);
    assert.equal(await emptyTrash(db, { accountId }), 0);
    assert.deepEqual(await listTrashed(db, accountId), []);
    assert.deepEqual(await listTrashed(db, other), [theirs]);
  }));

test('the trash has what was moved there last first, until when it is kept, and how much there is', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const id of ['first', 'second', 'third']) await makeJob(db, accountId, { id, status: 'failed' });
    await trashJobs(db, { accountId, jobIds: ['first', 'second', 'third'] });
    await age(db, 'first', '1 hour');
    await age(db, 'third', '2 days');
    const { jobs: listed, total } = await listTrash(db, { accountId, limit: 2 });
    assert.deepEqual([listed.map(({ id }) => id), total], [['second', 'first'], 3]);
    const dayMs = 24 * 3600_000;
    for (const { trashedAt, goneAt } of listed) {
      assert.equal((goneAt?.getTime() ?? 0) - trashedAt.getTime(), 7 * dayMs);
    }
    await setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: null, keepJobsDays: 1 });
    const [sooner] = (await listTrash(db, { accountId, limit: 1 })).jobs;
    const { endedAt } = await getJob(db, { accountId, jobId: 'second', within: 'trash' });
    assert.equal((sooner?.goneAt?.getTime() ?? 0) - (endedAt?.getTime() ?? 0), dayMs);
  }));

test('what has been in the trash for seven days is deleted for good, and nothing a moment before', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { id: 'expired', words: 'gone', ...files });
    for (const id of ['kept', 'restored']) await makeJob(db, accountId, { id, words: 'here', mediaKey: id });
    await trashJobs(db, { accountId, jobIds: ['expired', 'kept', 'restored'] });
    await age(db, 'expired', '7 days 1 second');
    await age(db, 'kept', '6 days 23 hours 59 minutes 59 seconds');
    await age(db, 'restored', '8 days');
    await restoreJobs(db, { accountId, jobIds: ['restored'] });
    assert.equal(await purgeTrash(db), 1);
    assert.deepEqual(await listTrashed(db, accountId), ['kept']);
    assert.deepEqual(await listIds(db, accountId), ['restored']);
    assert.deepEqual(await keysToRemove(db), ['m', 'p', 'r']);
    assert.deepEqual(await db.select({ id: deletedJobs.id }).from(deletedJobs), [{ id: 'expired' }]);
    assert.deepEqual(await restoreJobs(db, { accountId, jobIds: ['expired'] }), []);
    assert.equal(await purgeTrash(db), 0, 'it may be repeated');
  }));

test('the trash is emptied, and single jobs in it deleted, for good', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const id of ['a', 'b', 'c', 'stays']) await makeJob(db, accountId, { id, status: 'failed' });
    await trashJobs(db, { accountId, jobIds: ['a', 'b', 'c'] });
    await deleteJob(db, { accountId, jobId: 'a', within: 'trash' });
    await assert.rejects(deleteJob(db, { accountId, jobId: 'stays', within: 'trash' }), notFound);
    assert.deepEqual((await listTrashed(db, accountId)).toSorted(), ['b', 'c']);
    assert.equal(await emptyTrash(db, { accountId }), 2);
    assert.deepEqual(await listTrashed(db, accountId), []);
    assert.deepEqual(await listIds(db, accountId), ['stays']);
  }));

test('a page of the list can start after a job that is in the trash', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const [id, minutes] of [
      ['newest', 1],
      ['middle', 2],
      ['oldest', 3],
    ] as const) {
      await makeJob(db, accountId, {
        id,
        status: 'failed',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 60 - minutes)),
      });
    }
    await trashJobs(db, { accountId, jobIds: ['middle'] });
    const page = await listJobs(db, { accountId, mode: 'live', limit: 10, startingAfter: 'middle' });
    assert.deepEqual(
      page.map(({ id }) => id),
      ['oldest'],
    );
  }));

test('a job’s charge and its callback stay; its delivery can’t be read or repeated while it is in the trash', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId, callback } = await makeCallback(db);
    const before = [await readLedger(db, accountId), await listLedger(db, { accountId, limit: 10 })];
    await trashJobs(db, { accountId, jobIds: [jobId] });
    assert.deepEqual(
      [await readLedger(db, accountId), await listLedger(db, { accountId, limit: 10 })],
      before,
    );
    assert.deepEqual(await listCallbacks(db, { accountId, limit: 10 }), []);
    await assert.rejects(readCallback(db, { accountId, jobId }), notFound);
    await assert.rejects(sendAgain(db, { accountId, jobId }), notFound);
    await restoreJobs(db, { accountId, jobIds: [jobId] });
    const [listed] = await listCallbacks(db, { accountId, limit: 10 });
    assert.deepEqual(listed?.callback, callback, 'it was due all along');
  }));

test('retention includes jobs in the trash', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const ended = (days: number) => sql`now() - ${days}::int * interval '1 day'`;
    await makeJob(db, accountId, { id: 'older', words: 'x', mediaKey: 'older' });
    await makeJob(db, accountId, { id: 'old', words: 'x', mediaKey: 'old' });
    await trashJobs(db, { accountId, jobIds: ['older', 'old'] });
    await db
      .update(jobs)
      .set({ endedAt: ended(40) })
      .where(eq(jobs.id, 'older'));
    await db
      .update(jobs)
      .set({ endedAt: ended(10) })
      .where(eq(jobs.id, 'old'));
    await setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: 7, keepJobsDays: 30 });
    assert.deepEqual(await applyRetention(db), { jobs: 1, recordings: 1, originals: 0 });
    assert.deepEqual(await listTrashed(db, accountId), ['old']);
    assert.deepEqual(await keysToRemove(db), ['old', 'older']);
  }));

test('a submission that is repeated after its job went to the trash makes another job', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const submission = {
      accountId,
      media: { mediaUrl: 'https://a.example/x' },
      idempotency: { key: 'once', requestSha256: 'same' },
    };
    const first = await submitJob(db, submission, { priceCentsPerMinute: 0 });
    await db.update(jobs).set({ status: 'failed', failure: 'unspecified' }).where(eq(jobs.id, first.job.id));
    await trashJobs(db, { accountId, jobIds: [first.job.id] });
    const second = await submitJob(db, submission, { priceCentsPerMinute: 0 });
    assert.ok(!second.repeated && second.job.id !== first.job.id);
  }));

test('what is moved to the trash, restored and deleted is in the log by name, and nothing that was left', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const make = (name: string) => makeJob(db, accountId, { name, words: 'said' });
    const jobIds = [(await make('One')).id, (await make('Two')).id];
    const { id: running } = await makeJob(db, accountId, { name: 'Running' });
    await trashJobs(db, { accountId, jobIds: [...jobIds, running], by });
    await restoreJobs(db, { accountId, jobIds: jobIds.slice(0, 1), by });
    await emptyTrash(db, { accountId, by });
    await emptyTrash(db, { accountId, by });
    await deleteJob(db, { accountId, jobId: jobIds[0] ?? '', by });
    const test = await makeJob(db, accountId, { name: 'Sandbox', words: 'said', mode: 'test' });
    await deleteJob(db, { accountId, jobId: test.id, mode: 'test', by });
    const log = await readAudit(db, accountId);
    assert.deepEqual(log.slice(0, 2).toSorted(), [
      'job.trashed by account: One',
      'job.trashed by account: Two',
    ]);
    assert.deepEqual(log.slice(2), [
      'job.restored by account: One',
      'job.deleted by account: Two',
      'trash.emptied by account',
      'job.deleted by account: One',
    ]);
  }));

test('what the sweep and retention delete is in the log as done by the service', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const old = sql`now() - interval '8 days'`;
    await makeJob(db, accountId, { name: 'Trashed', words: 'said', trashedAt: new Date(0) });
    await purgeTrash(db);
    const { id } = await makeJob(db, accountId, { name: 'Old', words: 'said' });
    await db.update(jobs).set({ endedAt: old }).where(eq(jobs.id, id));
    await setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: null, keepJobsDays: 7 });
    await applyRetention(db);
    assert.deepEqual(await readAudit(db, accountId), [
      'job.deleted by service: Trashed',
      'settings.updated by service',
      'job.deleted by service: Old',
    ]);
  }));
