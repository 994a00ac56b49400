import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, refused } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Tx } from '#lib/db/connect';
import {
  requestRendition,
  beginRendition,
  stepBackRendition,
  failRendition,
  storeRendition,
  findRendition,
} from '#lib/renditions/renditions';
import { deleteJob } from '#lib/jobs/delete-job';
import { readMedia } from '#lib/renditions/read-media';
import { revokeShareLink } from '#lib/share-links/change-share-link';
import { createShareLink } from '#lib/share-links/create-share-link';

/* The way of a rendition: asked for, begun, stored or given up, found by whoever may play it. */

const made = { renditionKey: 'film', renditionType: 'video/mp4', peaksKey: 'peaks' } as const;
const other = { renditionKey: 'other', renditionType: 'audio/mp4', peaksKey: 'others' } as const;

/** The tasks that wait to make renditions, by priority. */
async function tasks(db: Tx): Promise<number[]> {
  const rows = await db.execute<{ priority: number }>(
    sql`select priority from graphile_worker.jobs where task_identifier = 'render-media' order by priority`,
  );
  return rows.map(({ priority }) => priority);
}

/** A job whose rendition has been asked for. */
async function asked(db: Tx): Promise<{ accountId: string; jobId: string }> {
  const job = await insertJob(db);
  await requestRendition(db, { ...job, priority: 0 });
  return job;
}

/** A job with its rendition. */
async function ready(db: Tx): Promise<{ accountId: string; jobId: string }> {
  const job = await asked(db);
  assert.equal(await storeRendition(db, { ...job, ...made }), true);
  return job;
}

test('a rendition is asked for once, of a transcribed job whose recording is there', () =>
  withTestTransaction(async (db) => {
    const job = await insertJob(db);
    for (const priority of [7, 0]) await requestRendition(db, { ...job, priority });
    assert.deepEqual(await tasks(db), [7]);
    for (const values of [
      { status: 'in_progress', endedAt: null },
      { status: 'failed', failure: 'invalid_media' },
      { mediaKey: null, mediaRemovedAt: new Date() },
      { mode: 'test', mediaKey: null },
    ] as const) {
      await requestRendition(db, { ...(await insertJob(db, values)), priority: 0 });
    }
    assert.deepEqual(await tasks(db), [7]);
  }));

test('the editor that first wants to play an older job has its rendition made, and no other one has', () =>
  withTestTransaction(async (db) => {
    const job = await insertJob(db, { durationSeconds: 90 });
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await readMedia(db, job), {
        state: 'preparing',
        original: { kind: 'audio', durationSeconds: 90 },
      });
    }
    assert.deepEqual(await tasks(db), [0]);
    const otherJob = { ...job, accountId: await makeAccount(db) };
    await refused('job-not-found', () => readMedia(db, otherJob));
    await storeRendition(db, { ...job, ...made });
    assert.deepEqual(await readMedia(db, job), {
      state: 'ready',
      kind: 'video',
      type: 'video/mp4',
      renditionKey: 'film',
      peaksKey: 'peaks',
      file: undefined,
      isPictureAwaited: false,
    });
  }));

test('if there is nothing to play, the reason is given and no task is queued', () =>
  withTestTransaction(async (db) => {
    for (const [reason, values] of [
      ['sandbox', { mode: 'test', mediaKey: null }],
      ['removed', { mediaKey: null, mediaRemovedAt: new Date() }],
      ['failed', { status: 'failed', failure: 'invalid_media' }],
      ['unplayable', { renditionFailure: 'no sound', renditionAskedAt: new Date() }],
    ] as const) {
      assert.deepEqual(await readMedia(db, await insertJob(db, values)), { state: 'missing', reason });
    }
    assert.deepEqual(await tasks(db), []);
  }));

test('each beginning is counted, and one that was cut off isn’t', () =>
  withTestTransaction(async (db) => {
    const job = await asked(db);
    const begin = async () => (await beginRendition(db, job))?.renditionStarts;
    assert.deepEqual([await begin(), await begin()], [1, 2]);
    for (let time = 0; time < 3; time++) await stepBackRendition(db, job);
    assert.equal(await begin(), 1, 'it is never below none');
  }));

test('there is nothing to begin where none was asked for, or it is made, given up, or the job is gone', () =>
  withTestTransaction(async (db) => {
    const failed = await asked(db);
    await failRendition(db, { ...failed, renditionFailure: 'no sound' });
    const deleted = await asked(db);
    await deleteJob(db, deleted);
    for (const job of [await insertJob(db), await ready(db), failed, deleted]) {
      assert.equal(await beginRendition(db, job), undefined);
    }
  }));

test('the first rendition that is stored stays; a job without a recording, or deleted, takes none', () =>
  withTestTransaction(async (db) => {
    const job = await ready(db);
    assert.equal(await storeRendition(db, { ...job, ...other }), false);
    assert.equal(await failRendition(db, { ...job, renditionFailure: 'too late' }), false);
    assert.deepEqual(await findRendition(db, { ...job, expiresAt: new Date() }), {
      key: 'film',
      type: 'video/mp4',
    });
    const removed = await asked(db);
    await db
      .update(jobs)
      .set({ mediaKey: null, mediaRemovedAt: new Date() })
      .where(eq(jobs.id, removed.jobId));
    const deleted = await asked(db);
    await deleteJob(db, deleted);
    const failed = await asked(db);
    assert.equal(await failRendition(db, { ...failed, renditionFailure: 'no sound' }), true);
    for (const job of [removed, deleted, failed, await insertJob(db)]) {
      assert.equal(await storeRendition(db, { ...job, ...other }), false);
      assert.equal(await findRendition(db, { ...job, expiresAt: new Date() }), undefined);
    }
  }));

test('a ticket opens the rendition as long as its job, and the link it names, are there', () =>
  withTestTransaction(async (db) => {
    const expiresAt = new Date();
    const job = await ready(db);
    const film = { key: 'film', type: 'video/mp4' };
    const { id: linkId } = await createShareLink(db, job);
    const { id: expiring } = await createShareLink(db, job);
    const { id: elsewhere } = await createShareLink(db, await ready(db));
    const find = (linkId?: string) => findRendition(db, { jobId: job.jobId, linkId, expiresAt });
    assert.deepEqual([await find(), await find(linkId), await find(expiring)], [film, film, film]);
    for (const wrong of [elsewhere, 'unknown', '']) assert.equal(await find(wrong), undefined);
    await revokeShareLink(db, { ...job, linkId });
    await db
      .update(shareLinks)
      .set({ expiresAt: sql`now()` })
      .where(eq(shareLinks.id, expiring));
    assert.deepEqual([await find(), await find(linkId), await find(expiring)], [film, undefined, undefined]);
    await deleteJob(db, job);
    assert.equal(await find(), undefined);
  }));
