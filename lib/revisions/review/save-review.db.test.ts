import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDatabase } from '#e2e/support/shared-database';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, insertTranscribed, refused } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readReview, type Reviewed } from '#lib/revisions/review/read-review';
import { saveReview } from '#lib/revisions/review/save-review';

const nothing: Reviewed = { words: [], pauses: [] };
const words = (...words: Reviewed['words']): Reviewed => ({ words, pauses: [] });

test('accepted ranges add up, withdrawn ones are removed, and repeating changes nothing', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    assert.deepEqual(await readReview(db, job), nothing);
    const accept: Reviewed = {
      words: [
        [0, 3],
        [10, 12],
      ],
      pauses: [[5, 6]],
    };
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await saveReview(db, job, { accept, withdraw: nothing }), accept);
    }
    const more = { accept: words([3, 5]), withdraw: { words: [[11, 12]], pauses: [[5, 6]] } } satisfies {
      accept: Reviewed;
      withdraw: Reviewed;
    };
    const left = words([0, 5], [10, 11]);
    for (let time = 0; time < 2; time++) assert.deepEqual(await saveReview(db, job, more), left);
    assert.deepEqual(await readReview(db, job), left);
  }));

test('words that don’t exist are refused, and nothing is stored', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    for (const range of [
      [-1, 2],
      [5, 4],
      [50, 61],
    ] as const) {
      const [from, to] = range;
      // There is also a pause after the last word.
      const pauses: Reviewed = { words: [], pauses: [[from, to === 61 ? 62 : to]] };
      for (const wrong of [words([...range]), pauses]) {
        const accept = { ...wrong, words: [[0, 1], ...wrong.words] } satisfies Reviewed;
        await refused('invalid-parameters', () => saveReview(db, job, { accept, withdraw: nothing }));
        await refused('invalid-parameters', () => saveReview(db, job, { accept: nothing, withdraw: wrong }));
      }
    }
    assert.deepEqual(await readReview(db, job), nothing);
  }));

test('the pause behind the last word is one, too: speech that was not understood may end a recording', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const accept: Reviewed = { words: [], pauses: [[60, 61]] };
    assert.deepEqual(await saveReview(db, job, { accept, withdraw: nothing }), accept);
  }));

test('a review is its account’s alone, of a job that is transcribed', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const otherAccount = { ...job, accountId: await makeAccount(db) };
    const review = { accept: words([0, 1]), withdraw: nothing };
    await refused('job-not-found', () => saveReview(db, otherAccount, review));
    await refused('job-not-found', () => readReview(db, otherAccount));
    const failed = await insertJob(db, { status: 'failed', failure: 'unspecified' });
    await refused('invalid-job-state', () => saveReview(db, failed, review));
    assert.deepEqual(await readReview(db, job), nothing);
  }));

test('what several people accept at the same time is all stored', async (t) => {
  const { db, close } = await sharedDatabase();
  t.after(close);
  const job = await insertTranscribed(db);
  const all = Array.from({ length: 30 }, (_, i) =>
    saveReview(db, job, { accept: words([2 * i, 2 * i + 1]), withdraw: nothing }),
  );
  await Promise.all(all);
  assert.deepEqual(
    await readReview(db, job),
    words(...Array.from({ length: 30 }, (_, i): [number, number] => [2 * i, 2 * i + 1])),
  );
});
