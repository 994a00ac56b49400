import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { presentJob as presentEarlier } from '#lib/api/earlier/present-job';
import { presentJob } from '#lib/api/v1/present-job';
import { presentJobWithRecognition } from '#lib/api/v1/present-recognition';
import * as schemas from '#lib/api/v1/schemas';
import type { Job } from '#lib/jobs/job';

const job: Job = {
  id: 'V1StGXR8_Z5jdHi6B-myT',
  accountId: 'account',
  mode: 'live',
  dialect: null,
  origin: 'api',
  status: 'failed',
  name: 'interview.mp3',
  metadata: 'order 4711',
  nameChosen: false,
  textOptions: null,
  deleteAfterSeconds: null,
  callbackUrl: 'https://client.example/longhand',
  mediaUrl: 'https://media.example/interview.mp3',
  mediaKey: null,
  mediaRemovedAt: null,
  renditionKey: null,
  renditionType: null,
  peaksKey: null,
  renditionAskedAt: null,
  renditionStarts: 0,
  renditionFailure: null,
  mediaBytes: null,
  durationSeconds: 106.2,
  priceCents: 50,
  progress: 0.5,
  progressAt: null,
  startsWithoutProgress: 0,
  latestRevision: 0,
  lastModifiedAt: null,
  recognitionOptions: { language: 'en', vocabulary: ['Norland'] },
  recognition: makeRecord({ speed: null }),
  recognizes: null,
  passage: null,
  task: 'recognize',
  failure: 'unspecified',
  failureDetail: 'It failed.',
  createdAt: new Date('2026-11-20T23:23:22.290Z'),
  startedAt: null,
  endedAt: null,
  canceledAt: null,
  trashedAt: null,
  archivedAt: null,
  reviewedShare: null,
  hasPicture: null,
  pictureAskedAt: null,
  pictureKey: null,
  pictureFailure: null,
};

test('a job whose recognition nobody asks for is shown with the same bytes as ever, in both revisions', () => {
  const [id, started, last] = [
    '"id":"V1StGXR8_Z5jdHi6B-myT"',
    '"created_on":"2026-11-20T23:23:22.290Z","name":"interview.mp3"',
    '"metadata":"order 4711","duration_seconds":107',
  ];
  const url = '"callback_url":"https://client.example/longhand"';
  const [failure, detail] = ['"failure":"unspecified"', '"failure_detail":"It failed."'];
  assert.equal(
    JSON.stringify(presentJob(job)),
    `{${id},"status":"failed",${started},${url},${last},${failure},${detail}}`,
  );
  assert.equal(
    JSON.stringify(presentEarlier(job)),
    `{${id},${started},${last},${detail},"status":"failed",${failure}}`,
  );
});

test('a job that recognizes another one’s recording again names that, in this revision alone', () => {
  const run = { ...job, recognizes: 'Uakgb_J5m9g-0JDMbcJqL' };
  assert.deepEqual(schemas.job.parse(presentJob(run)), {
    ...schemas.job.parse(presentJob(job)),
    recognizes: run.recognizes,
  });
  assert.deepEqual(presentEarlier(run), presentEarlier(job));
});

test('a job whose text was given names its task, in this revision alone', () => {
  const aligned = { ...job, task: 'align' } as const;
  assert.deepEqual(schemas.job.parse(presentJob(aligned)), {
    ...schemas.job.parse(presentJob(job)),
    task: 'align',
  });
  assert.deepEqual(presentEarlier(aligned), presentEarlier(job));
});

test('asked for, the recognition is one more member, and left out until it is known', () => {
  const { recognition, ...rest } = schemas.jobToRead.parse(presentJobWithRecognition(job));
  assert.deepEqual(rest, presentJob(job));
  assert.equal(recognition?.model, 'en-us');
  const early = presentJobWithRecognition({ ...job, recognition: null });
  assert.deepEqual(Object.keys(early), Object.keys(presentJob(job)));
});
