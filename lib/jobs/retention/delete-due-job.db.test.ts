import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { keysToRemove, listTasks } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { applyRetention } from '#lib/jobs/retention/apply-retention';
import { deleteDueJob } from '#lib/jobs/retention/delete-due-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { trashJobs } from '#lib/jobs/trash/trash-jobs';
import { placeLegalHold, releaseLegalHold } from '#lib/legal-holds/legal-holds';

/* Jobs whose submission asked to delete them after a time. */

const by = { kind: 'service' } as const;

/** A transcribed job to be deleted after an hour that ended so many seconds ago. */
async function makeEnded(db: Db, secondsAgo: number) {
  const accountId = await makeAccount(db, { balanceCents: 100_00 });
  const { id: jobId } = await makeJob(db, accountId, { words: 'said', deleteAfterSeconds: 3600 });
  await age(db, jobId, secondsAgo);
  return { accountId, jobId };
}

const age = (db: Db, jobId: string, secondsAgo: number) =>
  db
    .update(jobs)
    .set({ endedAt: sql`now() - ${secondsAgo}::int * interval '1 second'` })
    .where(eq(jobs.id, jobId));

const exists = async (db: Db, jobId: string) =>
  (await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, jobId))).length === 1;

test('a job is deleted with its media when its time is over, and not a second before', () =>
  withTestTransaction(async (db) => {
    const { jobId } = await makeEnded(db, 3599);
    assert.equal(await deleteDueJob(db, { jobId }), false);
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 0 });
    await age(db, jobId, 3600);
    assert.equal(await deleteDueJob(db, { jobId }), true);
    assert.equal(await exists(db, jobId), false);
    assert.deepEqual(await keysToRemove(db), [`media-of-${jobId}`]);
    assert.equal(await deleteDueJob(db, { jobId }), false, 'it may be repeated');
  }));

test('a job in the trash is deleted too, and one whose submission asked for nothing stays', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await makeEnded(db, 3600);
    await trashJobs(db, { accountId, jobIds: [jobId], by });
    const { id: other } = await makeJob(db, accountId, { words: 'said' });
    await age(db, other, 100 * 24 * 3600);
    assert.equal(await deleteDueJob(db, { jobId }), true);
    assert.equal(await deleteDueJob(db, { jobId: other }), false);
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 0 });
    assert.equal(await exists(db, other), true);
  }));

test('under a legal hold a job stays, and goes with the next retention after its release', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await makeEnded(db, 3600);
    await placeLegalHold(db, { accountId, jobId, reason: 'A case', by });
    assert.equal(await deleteDueJob(db, { jobId }), false);
    assert.equal((await applyRetention(db)).jobs, 0);
    assert.equal(await exists(db, jobId), true);
    await releaseLegalHold(db, { accountId, jobId, by });
    assert.equal((await applyRetention(db)).jobs, 1);
    assert.equal(await exists(db, jobId), false);
  }));

test('the end of a job sets when it is deleted, and the end of another sets nothing', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const media = { mediaUrl: 'https://media.example/talk.mp3' };
    const end = async (asked: { deleteAfterSeconds?: number }) => {
      const { job } = await submitJob(db, { accountId, media, ...asked }, { priceCentsPerMinute: 25 });
      return cancelJob(db, { accountId, jobId: job.id });
    };
    await end({});
    assert.deepEqual(await listTasks(db, 'delete-job'), []);
    const { id: jobId, endedAt } = await end({ deleteAfterSeconds: 86_400 });
    const [task, ...others] = await listTasks(db, 'delete-job');
    assert.deepEqual([task?.payload, others], [{ jobId }, []]);
    assert.equal(task?.runAt.getTime(), (endedAt?.getTime() ?? 0) + 86_400_000);
  }));
