import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import { insertTranscribed, putting, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { indexRevision } from '#lib/revisions/later/index-revision';
import { summarizeRevision } from '#lib/revisions/later/summarize-revision';
import { listRevisions } from '#lib/revisions/list-revisions';
import { readEdit } from '#e2e/support/read-edit';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { saveEdit } from '#lib/revisions/save-edit';

const author = { kind: 'owner', name: 'Ann' } as const;
const long = 'word '.repeat(20_000).trim();

type Job = Awaited<ReturnType<typeof insertTranscribed>>;

/** Makes a job whose first save makes two of its monologues long. */
async function insertLargeSave(db: Db): Promise<Job> {
  const job = await insertTranscribed(db);
  const { monologues } = await readEdit(db, job);
  const change = putting(monologues.slice(0, 2).map((monologue) => saying(monologue, long)));
  await saveEdit(db, { ...job, base: 0, change, author });
  return job;
}

async function listTasks(db: Db): Promise<string[]> {
  const rows = await db.execute<{ task: string }>(sql`
    select task_identifier as task from graphile_worker.jobs
    where task_identifier like '%-revision' order by task_identifier`);
  return rows.map(({ task }) => task);
}

async function readTexts(db: Db, { jobId }: Job): Promise<Array<[id: string, length: number]>> {
  const rows = await db
    .select()
    .from(transcriptTexts)
    .where(eq(transcriptTexts.jobId, jobId))
    .orderBy(transcriptTexts.monologue);
  return rows.map(({ monologue, text, wordStartsMs }): [string, number] => {
    assert.equal(text.split(' ').length, wordStartsMs.length);
    return [monologue, wordStartsMs.length];
  });
}

async function readSummary(db: Db, job: Job) {
  return (await listRevisions(db, job)).revisions[0]?.summary;
}

test('a large save is in at once; what it is called and what a search finds of it come later, and once', () =>
  withTestTransaction(async (db) => {
    const job = await insertLargeSave(db);
    assert.deepEqual(await listTasks(db), ['index-revision', 'summarize-revision']);
    assert.equal(await readSummary(db, job), undefined);
    assert.equal((await listRevisions(db, job)).revisions[0]?.monologuesChanged, 2);
    assert.deepEqual(await readTexts(db, job), []);
    const saved = { jobId: job.jobId, revision: 1 };
    for (let times = 0; times < 2; times += 1) {
      await summarizeRevision(db, saved);
      await indexRevision(db, saved);
      assert.deepEqual(await readSummary(db, job), [{ kind: 'edited', count: 2 }]);
      assert.deepEqual(await readTexts(db, job), [
        ['m0', 20_000],
        ['m1', 20_000],
      ]);
    }
  }));

test('the words of a minute that take longest to compare are described and indexed after the save', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const [first] = (await readEdit(db, job)).monologues;
    for (const base of [0, 1]) {
      const text = Array.from({ length: 500 }, (_, i) => ((i * (i + base)) % 7 < 3 ? 'a' : 'b')).join(' ');
      await saveEdit(db, { ...job, base, change: putting([saying(first, text)]), author });
    }
    assert.equal((await listRevisions(db, job)).revisions[0]?.summary, undefined);
    assert.ok((await listTasks(db)).includes('summarize-revision'));
    await summarizeRevision(db, { jobId: job.jobId, revision: 2 });
    await indexRevision(db, { jobId: job.jobId, revision: 2 });
    assert.deepEqual(await readSummary(db, job), [{ kind: 'edited', count: 1 }]);
    assert.deepEqual((await readTexts(db, job))[0], ['m0', 500]);
  }));

test('what was changed since a large save is found as it is now', () =>
  withTestTransaction(async (db) => {
    const job = await insertLargeSave(db);
    const [first, second] = (await readEdit(db, job)).monologues;
    assert.ok(first && second);
    const change = putting([saying(first, 'two words')], { remove: [second.id] });
    // A small save, since only the words of touched monologues count.
    await saveEdit(db, { ...job, base: 1, change, author });
    await indexRevision(db, { jobId: job.jobId, revision: 1 });
    if ((await listTasks(db)).length > 2) await indexRevision(db, { jobId: job.jobId, revision: 2 });
    assert.deepEqual(await readTexts(db, job), [['m0', 2]]);
  }));

test('a large version that is restored has no summary, and nothing is done for a job that is gone', () =>
  withTestTransaction(async (db) => {
    const job = await insertLargeSave(db);
    await restoreRevision(db, { ...job, base: 1, restoredFrom: 0, author });
    assert.deepEqual(await listTasks(db), ['index-revision', 'index-revision', 'summarize-revision']);
    await summarizeRevision(db, { jobId: job.jobId, revision: 2 });
    assert.equal(await readSummary(db, job), undefined);
    for (const act of [summarizeRevision, indexRevision]) await act(db, { jobId: 'gone', revision: 1 });
  }));
