import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { testDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import type { Connection, Db } from '#lib/db/connect';
import { announceJob, jobsChannel } from '#lib/events/announce-job';
import { beginWork } from '#lib/jobs/work/begin-work';
import { completeJob } from '#lib/endings/complete-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { failJob } from '#lib/endings/fail-job';
import { priceJob } from '#lib/jobs/work/price-job';
import { storePiece } from '#lib/jobs/work/recognized-pieces';
import { renameJob } from '#lib/jobs/rename-job';
import { restoreJobs, trashJobs } from '#lib/jobs/trash/trash-jobs';
import { storeMedia } from '#lib/jobs/work/store-media';
import { storeRendition } from '#lib/renditions/renditions';
import { submitJob } from '#lib/jobs/submit/submit-job';

/* The events that an open list of jobs receives, over a connection that listens. */

let connection: Connection;
let db: Db;
let accountId: string;
const heard: Array<{ accountId: string; jobId: string; reach: string }> = [];

before(async () => {
  connection = await testDatabase();
  ({ db } = connection);
  accountId = await makeAccount(db, { balanceCents: 100_00 });
  await connection.sql.listen(jobsChannel, (payload) => heard.push(JSON.parse(payload) as (typeof heard)[0]));
});
after(() => connection.close());

/** What has been announced since the last call: notifications come in order, and the last of these is ours. */
async function announced(): Promise<Array<[jobId: string, reach: string]>> {
  await db.transaction((tx) => announceJob(tx, { id: 'the last', accountId }, 'job'));
  const last = await waitFor('the last announcement', () => {
    const index = heard.findIndex(({ jobId }) => jobId === 'the last');
    return index < 0 ? undefined : index;
  });
  return heard
    .splice(0, last + 1)
    .slice(0, -1)
    .map(({ accountId: owner, jobId, reach }) => {
      assert.equal(owner, accountId);
      return [jobId, reach];
    });
}

const spoken = { words: [], speakers: [], monologues: [] };
const rendition = { renditionKey: 'r', renditionType: 'audio/mp4', peaksKey: 'p' } as const;
const piece = { progress: 0.5, index: 0, startMs: 0, endMs: 1, words: [] };

const changes: Array<[what: string, change: (jobId: string) => Promise<unknown>, reach: string]> = [
  ['is begun', (jobId) => beginWork(db, { jobId }), 'queue'],
  [
    'has its price',
    (jobId) => priceJob(db, { jobId, durationSeconds: 1 }, { priceCentsPerMinute: 25 }),
    'job',
  ],
  ['gets further', (jobId) => storePiece(db, { jobId, ...piece }), 'job'],
  ['is renamed', (jobId) => renameJob(db, { accountId, jobId, name: 'x' }), 'job'],
  ['is transcribed', (jobId) => completeJob(db, { jobId, ...spoken }), 'job'],
  ['can be played', (jobId) => storeRendition(db, { jobId, ...rendition }), 'job'],
  ['is moved to the trash', (jobId) => trashJobs(db, { accountId, jobIds: [jobId] }), 'job'],
  ['is restored', (jobId) => restoreJobs(db, { accountId, jobIds: [jobId] }), 'list'],
  ['is deleted', (jobId) => deleteJob(db, { accountId, jobId }), 'job'],
];

test('every change of a job that its owner sees is announced once, from its submission to its end', async () => {
  const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 1 };
  const { job } = await submitJob(db, { accountId, media }, { priceCentsPerMinute: 25 });
  assert.deepEqual(await announced(), [[job.id, 'queue']]);
  for (const [what, change, reach] of changes) {
    await change(job.id);
    assert.deepEqual(await announced(), [[job.id, reach]], what);
  }
});

test('a failure is announced, and that fetched media is there', async () => {
  const { id: jobId } = await makeJob(db, accountId, { mediaUrl: 'https://a.example/x' });
  await storeMedia(db, { jobId, mediaKey: 'k', mediaBytes: 1, name: 'x.wav' });
  await beginWork(db, { jobId });
  await failJob(db, { jobId, failure: 'unspecified', failureDetail: '' });
  assert.deepEqual(await announced(), [
    [jobId, 'job'],
    [jobId, 'queue'],
    [jobId, 'job'],
  ]);
});

test('a failure before the work has begun moves those who wait behind it', async () => {
  const { id: jobId } = await makeJob(db, accountId);
  await failJob(db, { jobId, failure: 'unspecified', failureDetail: '' });
  assert.deepEqual(await announced(), [[jobId, 'queue']]);
});

test('what is refused or changes nothing is not announced', async () => {
  const { id: jobId } = await makeJob(db, accountId, { status: 'failed' });
  await assert.rejects(renameJob(db, { accountId, jobId, name: '' }));
  await beginWork(db, { jobId });
  await completeJob(db, { jobId, ...spoken });
  const { id: running } = await makeJob(db, accountId);
  await assert.rejects(deleteJob(db, { accountId, jobId: running }));
  assert.deepEqual(await announced(), []);
});
