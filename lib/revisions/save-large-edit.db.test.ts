import { test } from 'node:test';
import assert from 'node:assert/strict';
import { and, eq } from 'drizzle-orm';
import { revisionMonologues } from '#drizzle/schema/revisions';
import { insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { longestJson } from '#e2e/support/longest-json';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readEdit } from '#e2e/support/read-edit';
import { prepareChange } from '#lib/revisions/changes/prepare-change';
import { readRevisionEvent } from '#lib/revisions/presence/read-revision-event';
import { listRevisions } from '#lib/revisions/list-revisions';
import { restoreRevision } from '#lib/revisions/restore-revision';
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

test('what a late save or an open editor missed leaves as the database wrote it, however long it is', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const { monologues } = await readEdit(db, job);
    const change = putting(monologues.map((monologue) => saying(monologue, 'a "b" '.repeat(10_000))));
    await saveEdit(db, { ...job, base: 0, change, author });
    const late = { ...job, base: 0, change: putting([]), author };
    const longest = await longestJson(async () => {
      const result = await saveEdit(db, late);
      assert.ok(result.kind === 'conflict' && result.change.length > 300_000);
      const event = await readRevisionEvent(db, { jobId: job.jobId, since: 0, revision: 1 });
      assert.ok((event?.bytes.length ?? 0) > 300_000);
    });
    assert.ok(longest < 20_000, `${longest}`);
  }));

test('a transcript that was long before its first save and is after it is handled as text, also when it is restored', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db, { words: 30_000 });
    const { monologues } = await readEdit(db, job);
    const sent = putting(monologues.map((monologue) => saying(monologue, 'a "b" '.repeat(10_000))));
    // As prepared in a thread.
    const change = prepareChange(sent);
    const longest = await longestJson(async () => {
      await saveEdit(db, { ...job, base: 0, change, author });
      await saveEdit(db, { ...job, base: 1, change: putting([], { remove: ['m1', 'none'] }), author });
      await restoreRevision(db, { ...job, base: 2, restoredFrom: 1, author });
    });
    assert.ok(longest < 20_000, `${longest}`);
    assert.deepEqual((await readEdit(db, job)).monologues, sent.put);
    const { revisions } = await listRevisions(db, job);
    assert.deepEqual(
      revisions.map(({ monologuesChanged }) => monologuesChanged),
      [1, 1, 6, 0],
    );
  }));
