import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertJob, insertTranscribed, putting, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readEditing } from '#lib/jobs/read/read-editing';
import { readEdit } from '#e2e/support/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';
import type { Author } from '#lib/revisions/write-revision';

test('the last edit is that of whoever saved last, under the name of that time', () =>
  withTestTransaction(async (db) => {
    const [job, other] = [await insertTranscribed(db), await insertTranscribed(db)];
    const read = async () => (await readEditing(db, [job.jobId, other.jobId])).get(job.jobId)?.lastEdit;
    assert.equal(await read(), undefined);
    const [first] = (await readEdit(db, job)).monologues;
    const save = (base: number, author: Author) =>
      saveEdit(db, { ...job, base, change: putting([saying(first, `text ${base}`)]), author });
    await save(0, { kind: 'owner', name: 'Ann' });
    const mine = await read();
    assert.deepEqual([mine?.authorKind, mine?.authorName], ['owner', 'Ann']);
    await save(1, { kind: 'guest', name: 'Zoë', linkId: 'link' });
    const theirs = await read();
    assert.deepEqual([theirs?.authorKind, theirs?.authorName], ['guest', 'Zoë']);
    assert.ok(mine !== undefined && theirs !== undefined && theirs.at >= mine.at);
  }));

test('a job without a transcript has no editing', () =>
  withTestTransaction(async (db) => {
    const job = await insertJob(db, { status: 'failed', failure: 'unspecified' });
    assert.equal((await readEditing(db, [job.jobId, 'unknown'])).size, 0);
    assert.equal((await readEditing(db, [])).size, 0);
  }));
