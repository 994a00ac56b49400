import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { makeRecord } from '#e2e/support/recognition-record';
import { listPayloads } from '#e2e/support/read-rows';
import { insertJob, insertTranscribed, putting, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Tx } from '#lib/db/connect';
import { readEdit } from '#e2e/support/read-edit';
import { readMachine } from '#lib/revisions/read-machine';
import { measureReview } from '#lib/revisions/review/measure-review';
import type { Reviewed } from '#lib/revisions/review/read-review';
import { saveReview } from '#lib/revisions/review/save-review';
import { saveEdit } from '#lib/revisions/save-edit';

const nothing = { words: [], pauses: [] };
const author = { kind: 'owner', name: 'Ann' } as const;

/** Makes a transcript in which only these words have low confidence. */
async function insertLowConfidence(db: Tx, unsure = [5, 25, 35, 45]) {
  const job = await insertTranscribed(db);
  const { words } = await readMachine(db, job);
  const doubtful = words.map((word, i) => ({
    ...word,
    confidence: unsure.includes(i) ? 0.2 : 0.95 + i / 2000,
  }));
  await db.update(machineTranscripts).set({ words: doubtful }).where(eq(machineTranscripts.jobId, job.jobId));
  return job;
}

async function measure(db: Tx, { jobId }: { jobId: string }): Promise<number | null | undefined> {
  await measureReview(db, { jobId });
  const [row] = await db.select({ share: jobs.reviewedShare }).from(jobs).where(eq(jobs.id, jobId));
  return row?.share;
}

test('what was accepted and what was changed is reviewed; what was withdrawn is not', () =>
  withTestTransaction(async (db) => {
    const job = await insertLowConfidence(db);
    assert.equal(await measure(db, job), 0);
    await saveReview(db, job, { accept: { words: [[5, 6]], pauses: [] }, withdraw: nothing });
    assert.equal(await measure(db, job), 0.25);
    const { monologues } = await readEdit(db, job);
    const change = putting([saying(monologues[2], 'w20 w21 w22 w23 w24 carnation w26 w27 w28 w29')]);
    await saveEdit(db, { ...job, base: 0, change, author });
    assert.equal(await measure(db, job), 0.5);
    await saveReview(db, job, { accept: nothing, withdraw: { words: [[5, 6]], pauses: [] } });
    assert.equal(await measure(db, job), 0.25);
  }));

test('speech that was not understood is to be reviewed, too', () =>
  withTestTransaction(async (db) => {
    const job = await insertLowConfidence(db);
    const { words } = await readMachine(db, job);
    const endMs = words.at(-1)?.endMs ?? 0;
    const recognition = makeRecord({ notUnderstood: [{ startMs: endMs + 500, endMs: endMs + 3500 }] });
    await db.update(jobs).set({ recognition }).where(eq(jobs.id, job.jobId));
    await saveReview(db, job, { accept: { words: [[5, 6]], pauses: [] }, withdraw: nothing });
    assert.equal(Math.round(100 * ((await measure(db, job)) ?? 0)), 20);
    const accept: Reviewed = { words: [], pauses: [[words.length, words.length + 1]] };
    await saveReview(db, job, { accept, withdraw: nothing });
    assert.equal(Math.round(100 * ((await measure(db, job)) ?? 0)), 40);
  }));

test('so is speech that may be in another language, in place of the words in it', () =>
  withTestTransaction(async (db) => {
    const job = await insertLowConfidence(db);
    const { words } = await readMachine(db, job);
    const languageDoubtful = [{ startMs: 0, endMs: (words.at(-1)?.endMs ?? 0) + 1 }];
    await db
      .update(jobs)
      .set({ recognition: makeRecord({ languageDoubtful }) })
      .where(eq(jobs.id, job.jobId));
    await saveReview(db, job, { accept: { words: [[5, 6]], pauses: [] }, withdraw: nothing });
    assert.equal(await measure(db, job), 0);
    await saveReview(db, job, { accept: { words: [[0, words.length]], pauses: [] }, withdraw: nothing });
    assert.equal(await measure(db, job), 1);
  }));

test('a transcript without doubtful passages has no share, nor has a job without a transcript', () =>
  withTestTransaction(async (db) => {
    assert.equal(await measure(db, await insertLowConfidence(db, [])), null);
    assert.equal(await measure(db, await insertJob(db, { status: 'failed', failure: 'unspecified' })), null);
    assert.equal(await measure(db, { jobId: 'unknown' }), undefined);
  }));

test('each edit and each review has it measured, once for all that come one after the other', () =>
  withTestTransaction(async (db) => {
    const job = await insertLowConfidence(db);
    const { monologues } = await readEdit(db, job);
    const tasks = () => listPayloads(db, 'measure-review');
    assert.deepEqual(await tasks(), []);
    await saveEdit(db, { ...job, base: 0, change: putting([saying(monologues[0], 'a')]), author });
    assert.deepEqual(await tasks(), [{ jobId: job.jobId }]);
    await saveReview(db, job, { accept: { words: [[5, 6]], pauses: [] }, withdraw: nothing });
    assert.deepEqual(await tasks(), [{ jobId: job.jobId }]);
  }));
