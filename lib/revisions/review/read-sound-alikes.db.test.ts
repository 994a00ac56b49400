import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { makeAccount } from '#e2e/support/make-account';
import { makeRecord } from '#e2e/support/recognition-record';
import { insertTranscribed, refused } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Tx } from '#lib/db/connect';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { RecognitionRecord } from '#lib/recognition/record';
import { measureReview } from '#lib/revisions/review/measure-review';
import { readSoundAlikes } from '#lib/revisions/review/read-sound-alikes';
import { readMachine } from '#lib/revisions/read-machine';

/** Makes a transcript that begins with these words, at low confidence, of an account with this vocabulary. */
async function insertHeard(db: Tx, heard: string[], vocabulary: string[]) {
  const job = await insertTranscribed(db);
  const { words } = await readMachine(db, job);
  const doubtful = words.map((word, i) => ({
    ...word,
    confidence: 0.9,
    ...(i < heard.length && { text: heard[i] ?? '', confidence: 0.1 }),
  }));
  await db.update(machineTranscripts).set({ words: doubtful }).where(eq(machineTranscripts.jobId, job.jobId));
  await db.update(accounts).set({ vocabulary }).where(eq(accounts.id, job.accountId));
  return job;
}

const read = (db: Tx, job: { accountId: string; jobId: string }) => readSoundAlikes(db, job, job);

test('the vocabulary is that of now, and that of the submission', () =>
  withTestTransaction(async (db) => {
    const job = await insertHeard(db, ['Claflyn', 'kilter'], []);
    assert.deepEqual(await read(db, job), []);
    await db
      .update(accounts)
      .set({ vocabulary: ['Claflin'] })
      .where(eq(accounts.id, job.accountId));
    assert.deepEqual(await read(db, job), [{ from: 0, to: 1, text: 'Claflin' }]);
    const recognitionOptions: RecognitionOptions = { vocabulary: ['Quilter ~ kilter'] };
    await db.update(jobs).set({ recognitionOptions }).where(eq(jobs.id, job.jobId));
    assert.deepEqual(await read(db, job), [
      { from: 0, to: 1, text: 'Claflin' },
      { from: 1, to: 2, text: 'Quilter' },
    ]);
  }));

test('nothing is suggested where the engine was given the words, nor in a text that was given', () =>
  withTestTransaction(async (db) => {
    const job = await insertHeard(db, ['Claflyn'], ['Claflin']);
    const count = async (values: Partial<RecognitionRecord>) => {
      await db
        .update(jobs)
        .set({ recognition: makeRecord(values) })
        .where(eq(jobs.id, job.jobId));
      return (await read(db, job)).length;
    };
    const taken = { language: 'auto', speakers: 'off', vocabulary: 1 } as const;
    assert.equal(await count({ engine: 'sherpa', options: taken }), 0);
    assert.equal(await count({ engine: 'sherpa' }), 1);
    assert.equal(await count({ engine: 'openai', options: taken }), 1);
    assert.equal(await count({ notes: ['text-given'] }), 0);
  }));

test('the language is that of the recording', () =>
  withTestTransaction(async (db) => {
    const job = await insertHeard(db, ['Riemer'], ['Riener']);
    const heard = async (language: string) => {
      await db
        .update(jobs)
        .set({ recognition: makeRecord({ language }) })
        .where(eq(jobs.id, job.jobId));
      return read(db, job);
    };
    assert.deepEqual(await heard('en'), []);
    assert.deepEqual(await heard('de'), [{ from: 0, to: 1, text: 'Riener' }]);
  }));

test('what is suggested is to be reviewed', () =>
  withTestTransaction(async (db) => {
    const job = await insertHeard(db, ['Claflyn'], ['Claflin']);
    const even = (await readMachine(db, job)).words.map((word) => ({ ...word, confidence: 0.3 }));
    await db.update(machineTranscripts).set({ words: even }).where(eq(machineTranscripts.jobId, job.jobId));
    const share = async () => {
      await measureReview(db, job);
      const [row] = await db.select({ share: jobs.reviewedShare }).from(jobs).where(eq(jobs.id, job.jobId));
      return row?.share;
    };
    assert.equal(await share(), 0);
    await db.update(accounts).set({ vocabulary: [] }).where(eq(accounts.id, job.accountId));
    assert.equal(await share(), null);
  }));

test('a transcript is its account’s alone', () =>
  withTestTransaction(async (db) => {
    const job = await insertHeard(db, ['Claflyn'], ['Claflin']);
    const other = { ...job, accountId: await makeAccount(db) };
    await refused('job-not-found', () => read(db, other));
  }));
