import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { keysToRemove, listJobIds } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { deleteAccount } from '#lib/accounts/delete-account';
import { setRetention } from '#lib/accounts/settings/retention';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { applyRetention } from '#lib/jobs/retention/apply-retention';
import { unusedMedia } from '#lib/jobs/retention/in-use';
import { getJob } from '#lib/jobs/read/get-job';
import { readMedia } from '#lib/renditions/read-media';
import { readTranscript } from '#lib/revisions/read-transcript';

/** A transcribed job with its four files that ended this many hours ago. */
async function makeEnded(db: Db, accountId: string, id: string, hoursAgo: number): Promise<void> {
  const files = { mediaKey: `${id}-m`, renditionKey: `${id}-r`, pictureKey: `${id}-v`, peaksKey: `${id}-p` };
  await makeJob(db, accountId, { id, words: 'said', renditionType: 'audio/mp4', ...files });
  const endedAt = sql`now() - ${hoursAgo}::int * interval '1 hour'`;
  await db.update(jobs).set({ endedAt }).where(eq(jobs.id, id));
}

test('recordings go after their days and whole jobs after theirs; what is younger stays', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeEnded(db, accountId, 'oldest', 30 * 24 + 1);
    await makeEnded(db, accountId, 'older', 30 * 24 - 1);
    await makeEnded(db, accountId, 'young', 7 * 24 - 1);
    await setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: 7, keepJobsDays: 30 });
    assert.deepEqual(await applyRetention(db), { jobs: 1, recordings: 1, originals: 0 });
    assert.deepEqual(await listJobIds(db, accountId), ['older', 'young']);
    const gone = ['m', 'p', 'r', 'v'].flatMap((file) => [`older-${file}`, `oldest-${file}`]).toSorted();
    assert.deepEqual(await keysToRemove(db), gone);
    const older = await getJob(db, { accountId, jobId: 'older' });
    const { status, mediaKey, renditionKey, renditionType, pictureKey, peaksKey } = older;
    assert.deepEqual(
      { status, mediaKey, renditionKey, renditionType, pictureKey, peaksKey },
      {
        status: 'transcribed',
        ...{ mediaKey: null, renditionKey: null, renditionType: null, pictureKey: null, peaksKey: null },
      },
    );
    assert.ok(older.mediaRemovedAt);
    assert.equal((await getJob(db, { accountId, jobId: 'young' })).mediaKey, 'young-m');

    assert.deepEqual(
      await applyRetention(db),
      { jobs: 0, recordings: 0, originals: 0 },
      'it may be repeated',
    );
    assert.deepEqual(await keysToRemove(db), gone);
  }));

test('nothing is removed that nobody asked for, nor a job in progress, however old', () =>
  withTestTransaction(async (db) => {
    const [keeper, other] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    await makeEnded(db, keeper, 'kept', 5000 * 24);
    await setRetention(db, { accountId: other, keepOriginalsDays: null, keepMediaDays: 1, keepJobsDays: 1 });
    await makeJob(db, other, { id: 'running', createdAt: new Date(0), startedAt: new Date(0) });
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 0 });
    assert.deepEqual(await listJobIds(db, keeper), ['kept']);
    assert.deepEqual(await listJobIds(db, other), ['running']);
  }));

test('more recordings than a batch go in one night', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: 1, keepJobsDays: null });
    await db.execute(sql`
      insert into jobs (id, account_id, status, name, media_key, price_cents, ended_at)
      select 'job' || n, ${accountId}, 'transcribed', 'a.wav', 'key' || n, 0, now() - interval '2 days'
      from generate_series(1, 501) as n`);
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 501, originals: 0 });
    assert.equal((await keysToRemove(db)).length, 501);
  }));

test('originals go after their days where a copy to play stays, with its waveform and transcript', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await makeEnded(db, accountId, 'old', 7 * 24 + 1);
    await makeEnded(db, accountId, 'young', 7 * 24 - 1);
    await makeEnded(db, accountId, 'uncopied', 7 * 24 + 1);
    const noCopy = { renditionKey: null, renditionType: null, peaksKey: null };
    await db.update(jobs).set(noCopy).where(eq(jobs.id, 'uncopied'));
    await makeEnded(db, accountId, 'encoding', 7 * 24 + 1);
    const noPicture = { pictureAskedAt: new Date(), pictureKey: null };
    await db.update(jobs).set(noPicture).where(eq(jobs.id, 'encoding'));
    await setRetention(db, { accountId, keepOriginalsDays: 7, keepMediaDays: null, keepJobsDays: null });
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 0, originals: 1 });
    assert.deepEqual(await keysToRemove(db), ['old-m']);
    const old = await getJob(db, { accountId, jobId: 'old' });
    assert.deepEqual([old.mediaKey, old.renditionKey, old.peaksKey], [null, 'old-r', 'old-p']);
    assert.ok(old.mediaRemovedAt);
    assert.equal((await readMedia(db, { accountId, jobId: 'old' })).state, 'ready');
    assert.equal((await readTranscript(db, { accountId, jobId: 'old' }, 'latest')).monologues.length, 1);
    assert.deepEqual(
      await unusedMedia(db, ['old-m', 'old-r', 'old-p']),
      ['old-m'],
      'the sweep leaves the copy',
    );
    for (const jobId of ['young', 'uncopied', 'encoding']) {
      assert.equal((await getJob(db, { accountId, jobId })).mediaKey, `${jobId}-m`);
    }
    assert.deepEqual(
      await applyRetention(db),
      { jobs: 0, recordings: 0, originals: 0 },
      'it may be repeated',
    );
  }));

test('a copy whose original is gone goes with its recording’s days, its job’s, or its account', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    for (const id of ['first', 'second', 'third']) await makeEnded(db, accountId, id, 2 * 24);
    await setRetention(db, { accountId, keepOriginalsDays: 1, keepMediaDays: null, keepJobsDays: null });
    assert.equal((await applyRetention(db)).originals, 3);
    await deleteJob(db, { accountId, jobId: 'second' });
    const ofSecond = ['second-m', 'second-p', 'second-r', 'second-v'];
    assert.deepEqual(await keysToRemove(db), ['first-m', ...ofSecond, 'third-m']);
    await db
      .update(jobs)
      .set({ endedAt: sql`now() - interval '9 days'` })
      .where(eq(jobs.id, 'first'));
    await setRetention(db, { accountId, keepOriginalsDays: 1, keepMediaDays: 8, keepJobsDays: null });
    assert.deepEqual(await applyRetention(db), { jobs: 0, recordings: 1, originals: 0 });
    const first = await readMedia(db, { accountId, jobId: 'first' });
    assert.deepEqual(first, { state: 'missing', reason: 'removed' });
    await deleteAccount(db, { accountId, password: '' });
    const all = ['first', 'second', 'third'].flatMap((id) =>
      ['m', 'p', 'r', 'v'].map((file) => `${id}-${file}`),
    );
    assert.deepEqual(await keysToRemove(db), all);
  }));
