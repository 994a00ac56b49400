import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import { keysToRemove, listPayloads, listTasks } from '#e2e/support/read-rows';
import { insertJob } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Tx } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import {
  beginPicture,
  beginPicturePart,
  stepBackPicturePart,
  storePicturePart,
  failPicture,
  storePicture,
} from '#lib/renditions/picture';
import { findRendition, requestRendition, storeRendition } from '#lib/renditions/renditions';
import { readMedia } from '#lib/renditions/read-media';

/* The way of a picture that is encoded after the sound: its parts, joining them, and what ends it. */

const sound = { renditionKey: 'sound', renditionType: 'audio/mp4', peaksKey: 'peaks' } as const;

/** The stretches of a film of so many parts of a minute. */
const minutes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    startSeconds: 60 * at,
    endSeconds: at + 1 < count ? 60 * (at + 1) : null,
  }));

/** A job whose sound is there, and whose picture is asked for in this many parts. */
async function film(db: Tx, { parts = 2, accountId }: { parts?: number; accountId?: string } = {}) {
  const job = await insertJob(db, {
    durationSeconds: 60 * parts,
    mediaKey: 'media',
    ...(accountId !== undefined && { accountId }),
  });
  await requestRendition(db, { ...job, priority: 0 });
  assert.equal(await storeRendition(db, { ...job, ...sound, pictureRanges: minutes(parts) }), true);
  return job;
}

async function partIds(db: Tx, jobId: string): Promise<string[]> {
  const rows = await db
    .select({ id: pictureParts.id })
    .from(pictureParts)
    .where(eq(pictureParts.jobId, jobId))
    .orderBy(asc(pictureParts.startSeconds));
  return rows.map(({ id }) => id);
}

/** Stores all parts of the job, one after the other. */
async function storeParts(db: Tx, jobId: string): Promise<void> {
  for (const [at, partId] of (await partIds(db, jobId)).entries())
    assert.equal(await storePicturePart(db, { jobId, partId, frames: 9, partKey: `part ${at}` }), true);
}

test('the sound can be played while its picture is encoded, and stays where its address says when that is there', () =>
  withTestTransaction(async (db) => {
    const job = await film(db);
    const expiresAt = new Date();
    const soundTicket = { ...job, expiresAt };
    const pictureTicket = { ...soundTicket, file: 'picture' } as const;
    const heard = { key: 'sound', type: 'audio/mp4' };
    const before = await readMedia(db, job);
    assert.deepEqual(before, {
      ...{ state: 'ready', kind: 'audio', type: 'audio/mp4', renditionKey: 'sound', peaksKey: 'peaks' },
      ...{ file: undefined, isPictureAwaited: true },
    });
    assert.deepEqual(await findRendition(db, soundTicket), heard);
    assert.equal(await findRendition(db, pictureTicket), undefined);
    await storeParts(db, job.jobId);
    assert.equal(await storePicture(db, { ...job, pictureKey: 'film' }), true);
    assert.deepEqual(await readMedia(db, job), {
      ...{ state: 'ready', kind: 'video', type: 'video/mp4', renditionKey: 'film', peaksKey: 'peaks' },
      ...{ file: 'picture', isPictureAwaited: false },
    });
    assert.deepEqual(await findRendition(db, soundTicket), heard);
    assert.deepEqual(await findRendition(db, pictureTicket), { key: 'film', type: 'video/mp4' });
    assert.equal(await storePicture(db, { ...job, pictureKey: 'second' }), false);
    assert.deepEqual(await keysToRemove(db), ['part 0', 'part 1']);
    assert.deepEqual(await partIds(db, job.jobId), []);
  }));

test('a long film holds up its own account, and not the short one of another', () =>
  withTestTransaction(async (db) => {
    const long = await film(db, { parts: 5 });
    const next = await film(db, { parts: 1, accountId: long.accountId });
    const other = await film(db, { parts: 1 });
    const tasks = await listTasks(db, 'encode-picture');
    const priorities = ({ jobId }: { jobId: string }) =>
      tasks.filter(({ payload }) => payload.jobId === jobId).map(({ priority }) => priority);
    assert.deepEqual([long, next, other].map(priorities), [[0, 1, 2, 3, 4], [5], [0]]);
  }));

test('the last of the parts has them joined, in whatever order they come, and each is stored once', () =>
  withTestTransaction(async (db) => {
    const { jobId } = await film(db, { parts: 3 });
    const [first = '', second = '', third = ''] = await partIds(db, jobId);
    const store = (partId: string, partKey?: string) =>
      storePicturePart(db, { jobId, partId, frames: partKey === undefined ? 0 : 9, partKey });
    assert.deepEqual([await store(third, 'c'), await store(first, 'a')], [true, true]);
    assert.equal(await store(first, 'again'), false);
    assert.deepEqual(await listPayloads(db, 'join-picture'), []);
    assert.equal(await beginPicture(db, { jobId }), undefined, 'one is missing');
    assert.equal(await store(second), true);
    assert.deepEqual(await listPayloads(db, 'join-picture'), [{ jobId }]);
    const picture = await beginPicture(db, { jobId });
    assert.deepEqual(picture?.parts, [
      { key: 'a', startSeconds: 0 },
      { key: 'c', startSeconds: 120 },
    ]);
    assert.equal(picture.job.renditionStarts, 1);
  }));

test('each beginning of a part is counted, and one that was cut off isn’t; an encoded part has nothing to begin', () =>
  withTestTransaction(async (db) => {
    const { jobId } = await film(db);
    const [partId = '', other = ''] = await partIds(db, jobId);
    const begin = async () => (await beginPicturePart(db, { partId }))?.starts;
    assert.deepEqual([await begin(), await begin()], [1, 2]);
    for (let time = 0; time < 3; time++) await stepBackPicturePart(db, { partId });
    const begun = await beginPicturePart(db, { partId });
    const range = { startSeconds: 0, endSeconds: 60 };
    assert.deepEqual(begun, { mediaKey: 'media', durationSeconds: 120, ...range, starts: 1 });
    await storePicturePart(db, { jobId, partId, frames: 9, partKey: 'a' });
    assert.equal(await begin(), undefined);
    assert.ok(await beginPicturePart(db, { partId: other }));
  }));

test('parts that fail make room for one that is the whole; where that fails too the sound stays', () =>
  withTestTransaction(async (db) => {
    const job = await film(db, { parts: 3 });
    const { jobId } = job;
    const [first = '', second = ''] = await partIds(db, jobId);
    await storePicturePart(db, { jobId, partId: first, frames: 9, partKey: 'a' });
    await failPicture(db, { jobId, partId: second, pictureFailure: 'it has no times' });
    assert.deepEqual(await keysToRemove(db), ['a']);
    const [whole = '', ...others] = await partIds(db, jobId);
    assert.deepEqual(others, []);
    const begun = await beginPicturePart(db, { partId: whole });
    assert.deepEqual([begun?.startSeconds, begun?.endSeconds], [0, null]);
    // One that fails at the same time, or comes too late, is a part no more.
    await failPicture(db, { jobId, partId: second, pictureFailure: 'it too' });
    assert.equal(await storePicturePart(db, { jobId, partId: second, frames: 9, partKey: 'b' }), false);
    assert.deepEqual(await partIds(db, jobId), [whole]);
    await failPicture(db, { jobId, partId: whole, pictureFailure: 'it is damaged' });
    const media = await readMedia(db, job);
    assert.deepEqual([media.state, media.state === 'ready' && media.isPictureAwaited], ['ready', false]);
    const [row] = await db.select({ failure: jobs.pictureFailure }).from(jobs).where(eq(jobs.id, jobId));
    assert.equal(row?.failure, 'it is damaged');
  }));

test('a deleted job takes its parts along, and what is encoded later is not stored', () =>
  withTestTransaction(async (db) => {
    const job = await film(db, { parts: 3 });
    const { jobId } = job;
    const [first = '', second = ''] = await partIds(db, jobId);
    await storePicturePart(db, { jobId, partId: first, frames: 9, partKey: 'a' });
    assert.ok(await beginPicturePart(db, { partId: second }));
    await deleteJob(db, job);
    assert.deepEqual(await keysToRemove(db), ['a', 'media', 'peaks', 'sound']);
    assert.equal(await storePicturePart(db, { jobId, partId: second, frames: 9, partKey: 'b' }), false);
    assert.equal(await beginPicturePart(db, { partId: second }), undefined);
    assert.equal(await beginPicture(db, { jobId }), undefined);
    assert.equal(await storePicture(db, { jobId, pictureKey: 'film' }), false);
    await failPicture(db, { jobId, partId: second, pictureFailure: 'it is gone' });
    assert.deepEqual(await db.select().from(pictureParts), []);
  }));
