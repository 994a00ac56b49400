import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeJob } from '#e2e/support/make-job';
import { tasksOf } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { askForRendition } from '#lib/jobs/ask-for-rendition';
import { beginRendition, stepBackRendition } from '#lib/jobs/begin-rendition';
import { getJob } from '#lib/jobs/get-job';
import { readMedia } from '#lib/jobs/read-media';
import { failRendition, storeRendition } from '#lib/jobs/store-rendition';

/* How a job gets the copy of its recording that a browser plays. */

const made = { renditionKey: 'r', renditionType: 'audio/mp4', peaksKey: 'p' } as const;
const asked = { words: 'x', renditionAskedAt: new Date() };

test('who opens a transcribed job that has no rendition yet has it made, before all others, once', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { words: 'x' });
    for (const _ of [1, 2])
      assert.deepEqual(await readMedia(db, { accountId, jobId }), { state: 'preparing' });
    await askForRendition(db, { jobId, priority: 7 });
    const tasks = await tasksOf(db, 'render-media');
    assert.deepEqual(
      tasks.map(({ payload, priority }) => [payload, priority]),
      [[{ jobId }, 0]],
    );
  }));

test('no rendition is asked for of jobs that have not been transcribed or have no media', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const jobs = [
      await makeJob(db, accountId),
      await makeJob(db, accountId, { status: 'failed' }),
      await makeJob(db, accountId, { words: 'x', mediaKey: null, mediaRemovedAt: new Date() }),
    ];
    for (const { id: jobId } of jobs) await askForRendition(db, { jobId, priority: 0 });
    assert.deepEqual(await tasksOf(db, 'render-media'), []);
  }));

test('work on a rendition begins as often as it is needed, and is counted', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, asked);
    assert.equal((await beginRendition(db, { jobId }))?.renditionStarts, 1);
    assert.equal((await beginRendition(db, { jobId }))?.renditionStarts, 2);
    await stepBackRendition(db, { jobId });
    assert.equal((await beginRendition(db, { jobId }))?.renditionStarts, 2);
    await storeRendition(db, { jobId, ...made });
    assert.equal(await beginRendition(db, { jobId }), undefined);
    assert.equal(await beginRendition(db, { jobId: 'gone' }), undefined);
  }));

test('a job takes one rendition, and what is made for it later is not its own', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, asked);
    assert.equal(await storeRendition(db, { jobId, ...made }), true);
    const other = { renditionKey: 'r2', renditionType: 'video/mp4', peaksKey: 'p2' } as const;
    assert.equal(await storeRendition(db, { jobId, ...other }), false);
    assert.equal(await failRendition(db, { jobId, renditionFailure: 'why' }), false);
    assert.deepEqual(await readMedia(db, { accountId, jobId }), {
      state: 'ready',
      kind: 'audio',
      type: 'audio/mp4',
      renditionKey: 'r',
      peaksKey: 'p',
    });
    const removed = await makeJob(db, accountId, { ...asked, mediaKey: null, mediaRemovedAt: new Date() });
    for (const id of [removed.id, 'gone'])
      assert.equal(await storeRendition(db, { jobId: id, ...made }), false);
  }));

test('why there is nothing to play is told', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const unplayable = await makeJob(db, accountId, asked);
    assert.equal(await failRendition(db, { jobId: unplayable.id, renditionFailure: 'why' }), true);
    const cases = [
      [unplayable, 'unplayable'],
      [await makeJob(db, accountId, { mode: 'test', words: 'x', mediaKey: null }), 'sandbox'],
      [await makeJob(db, accountId, { words: 'x', mediaKey: null, mediaRemovedAt: new Date() }), 'removed'],
      [await makeJob(db, accountId, { status: 'failed' }), 'failed'],
    ] as const;
    for (const [{ id: jobId }, reason] of cases) {
      assert.deepEqual(await readMedia(db, { accountId, jobId }), { state: 'missing', reason });
    }
    assert.deepEqual(await tasksOf(db, 'render-media'), []);
  }));

test('another account’s media is not found, and nothing is made for who asks', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [await makeAccount(db), await makeAccount(db)];
    const { id: jobId } = await makeJob(db, theirs, { words: 'x' });
    await assert.rejects(readMedia(db, { accountId: mine, jobId }), { reason: { kind: 'job-not-found' } });
    assert.equal((await getJob(db, { accountId: theirs, jobId })).renditionAskedAt, null);
  }));
