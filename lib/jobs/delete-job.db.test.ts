import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob, type MadeJob } from '#e2e/support/make-job';
import { keysToRemove, readLedger } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { completeJob } from '#lib/endings/complete-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { getJob } from '#lib/jobs/read/get-job';
import { placeLegalHold } from '#lib/legal-holds/legal-holds';
import { submitJob } from '#lib/jobs/submit/submit-job';

const notFound = { reason: { kind: 'job-not-found' } };

test('a finished job goes with its transcript, and all its files after it', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const files = {
      mediaKey: 'm',
      renditionKey: 'r',
      renditionType: 'audio/mp4',
      pictureKey: 'v',
      peaksKey: 'p',
    } as const;
    const { id: jobId } = await makeJob(db, accountId, { words: 'all is said', ...files });
    const { id: other } = await makeJob(db, accountId, { words: 'this stays' });
    await deleteJob(db, { accountId, jobId });
    await assert.rejects(getJob(db, { accountId, jobId }), notFound);
    const left = await db.select({ jobId: machineTranscripts.jobId }).from(machineTranscripts);
    assert.deepEqual(left, [{ jobId: other }]);
    assert.deepEqual(await keysToRemove(db), ['m', 'p', 'r', 'v']);
    await assert.rejects(deleteJob(db, { accountId, jobId }), notFound);
  }));

test('a job without files leaves nothing to remove', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId, { status: 'failed', mediaUrl: 'http://a.example/x' });
    await deleteJob(db, { accountId, jobId });
    assert.deepEqual(await keysToRemove(db), []);
  }));

test('what a deleted job cost stays charged', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_00 });
    const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 1 };
    const { job } = await submitJob(db, { accountId, media }, { priceCentsPerMinute: 25 });
    await completeJob(db, { jobId: job.id, words: [], speakers: [], monologues: [] });
    const before = await readLedger(db, accountId);
    await deleteJob(db, { accountId, jobId: job.id });
    assert.deepEqual(before.at(-1), ['charge', -25]);
    assert.deepEqual(await readLedger(db, accountId), before);
  }));

test('deleting a job in progress is refused and leaves it as it is', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const job = await makeJob(db, accountId);
    await assert.rejects(deleteJob(db, { accountId, jobId: job.id }), {
      reason: {
        kind: 'invalid-job-state',
        operation: 'delete',
        currentValue: 'in_progress',
        allowedValues: ['failed', 'transcribed'],
      },
    });
    assert.deepEqual(await getJob(db, { accountId, jobId: job.id }), job);
    assert.deepEqual(await keysToRemove(db), []);
  }));

test('another account’s job, and one of the other mode, is not found and stays', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const { id: jobId } = await makeJob(db, theirs, { status: 'failed' });
    for (const reference of [
      { accountId: mine, jobId },
      { accountId: theirs, jobId, mode: 'test' as const },
    ]) {
      await assert.rejects(deleteJob(db, reference), notFound);
      await assert.rejects(getJob(db, reference), notFound);
    }
    assert.equal((await getJob(db, { accountId: theirs, jobId, mode: 'live' })).id, jobId);
  }));

test('what recognized a job again goes with it, and is a job of its own while it is in progress or under a legal hold', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId, { words: 'said' });
    const makeRun = async (made: MadeJob, owner = accountId) =>
      (await makeJob(db, owner, { ...made, recognizes: jobId })).id;
    const gone = [await makeRun({ words: 'heard', mediaKey: 'done' }), await makeRun({ status: 'failed' })];
    const [busy, held] = [await makeRun({}), await makeRun({ words: 'kept' })];
    const theirs = await makeRun({ words: 'theirs' }, await makeAccount(db, { balanceCents: 0 }));
    await placeLegalHold(db, { accountId, jobId: held, reason: 'A case', by: { kind: 'service' } });
    await deleteJob(db, { accountId, jobId });
    const left = await db.select({ id: jobs.id, recognizes: jobs.recognizes }).from(jobs);
    assert.deepEqual(
      new Map(left.map(({ id, recognizes }) => [id, recognizes])),
      new Map([
        [busy, null],
        [held, null],
        [theirs, jobId],
      ]),
    );
    assert.ok((await keysToRemove(db)).includes('done'));
    const deleted = await db.select({ id: deletedJobs.id }).from(deletedJobs);
    assert.deepEqual(new Set(deleted.map(({ id }) => id)), new Set([jobId, ...gone]));
  }));

test('a job under a legal hold stays, and so does what recognized it again', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId, { words: 'said' });
    const run = await makeJob(db, accountId, { words: 'heard', recognizes: jobId });
    await placeLegalHold(db, { accountId, jobId, reason: 'A case', by: { kind: 'service' } });
    await assert.rejects(deleteJob(db, { accountId, jobId }), {
      reason: { kind: 'legal-hold', held: 'job' },
    });
    assert.equal((await getJob(db, { accountId, jobId: run.id })).recognizes, jobId);
  }));
