import { test } from 'node:test';
import assert from 'node:assert/strict';
import { and, eq } from 'drizzle-orm';
import { revisionMonologues } from '#drizzle/schema/revisions';
import { insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readEdit } from '#lib/revisions/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';

const author = { kind: 'owner', name: 'Ann' } as const;

test('a passage of 66,000 words exchanged for another is saved', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const { monologues } = await readEdit(db, job);
    for (const base of [0, 1]) {
      const word = (i: number) => ((i * (base + 1) * 7919) % 1296).toString(36).padStart(2, '0');
      const text = Array.from({ length: 66_000 }, (_, i) => word(i)).join(' ');
      const change = putting([saying(monologues[0], text)]);
      assert.deepEqual(await saveEdit(db, { ...job, base, change, author }), {
        kind: 'saved',
        revision: base + 1,
      });
    }
  }));

test('a transcript has no more words as a whole than it may, and no more ranges; what replaces some may come', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db, { words: 100_000, monologues: 2 });
    const { monologues } = await readEdit(db, job);
    const change = putting([saying(monologues[0], 'no more')]);
    await saveEdit(db, { ...job, base: 0, change, author });
    const { jobId, id, since } = revisionMonologues;
    await db
      .update(revisionMonologues)
      .set({ words: 499_999 })
      .where(and(eq(jobId, job.jobId), eq(id, 'm0'), eq(since, 1)));
    const [first, second] = await readEdit(db, job).then((edit) => edit.monologues);
    const save = (...put: Array<typeof first>) =>
      saveEdit(db, {
        ...{ ...job, base: 1, author },
        change: putting(put.flatMap((each) => each ?? [])),
      });
    await refused('invalid-parameters', () => save(saying(second, 'two words')));
    const copy = (i: number) => ({ ...saying(first, 'copy'), id: `c${i}`, from: 0, to: 100_000 });
    await refused('invalid-parameters', () => save(saying(first, ''), ...[1, 2, 3, 4, 5].map(copy)));
    assert.equal((await save(saying(first, 'two words'), copy(1), copy(2))).kind, 'saved');
  }));

test('the words of large saves count before a search finds them', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const { monologues } = await readEdit(db, job);
    const long = 'a '.repeat(90_000).trim();
    const save = (base: number) =>
      saveEdit(db, { ...job, base, author, change: putting([saying(monologues[base], long)]) });
    for (const base of [0, 1, 2, 3, 4]) assert.equal((await save(base)).kind, 'saved');
    await refused('invalid-parameters', () => save(5));
  }));
