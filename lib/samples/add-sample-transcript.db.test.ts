import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isRefusal } from '#e2e/support/is-refusal';
import { anyEmail, makeAccount } from '#e2e/support/make-account';
import { ledgerLines } from '#e2e/support/read-rows';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createAccount, createFirstAccount } from '#lib/accounts/create-account';
import { signInWithIdentity } from '#lib/accounts/sessions/sign-in-with-identity';
import { findAccount } from '#lib/accounts/find-account';
import { signUp } from '#lib/accounts/sign-up';
import { canHaveSample } from '#lib/billing/holds/sample';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { getJob } from '#lib/jobs/read/get-job';
import { listJobs } from '#lib/jobs/read/list-jobs';
import type { Job } from '#lib/jobs/job';
import { withLocale } from '#lib/messages/with-locale';
import { decodeAudio } from '#lib/media/decode-audio';
import { readMedia } from '#lib/renditions/read-media';
import { listRevisions } from '#lib/revisions/list-revisions';
import { readTranscript } from '#lib/revisions/read-transcript';
import { addSampleTranscript } from '#lib/samples/add-sample-transcript';
import { sampleSeconds, sampleWords } from '#lib/samples/sample-transcript';
import { findJobs } from '#lib/search/find-jobs';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { diskStorage } from '#lib/storage/disk-storage';

const folder = await makeTestFolder();

async function makeAccountWithSample(db: Db): Promise<{ accountId: string; job: Job }> {
  const accountId = await makeAccount(db);
  await db.transaction((tx) => addSampleTranscript(tx, { accountId }));
  return { accountId, job: await findOnlyJob(db, accountId) };
}

async function findOnlyJob(db: Db, accountId: string): Promise<Job> {
  const { jobs } = await findJobs(db, { accountId, sort: 'newest', limit: 10 });
  assert.equal(jobs.length, 1);
  assert.ok(jobs[0]);
  return jobs[0].job;
}

test('it is transcribed, corrected in two versions, found by its words, free, and asks nothing of anyone', () =>
  withTestTransaction(async (db) => {
    const { accountId, job } = await makeAccountWithSample(db);
    const { id: jobId, name, status, latestRevision, priceCents, callbackUrl } = job;
    assert.deepEqual(
      { name, status, latestRevision, priceCents, callbackUrl },
      {
        name: 'Sense and Sensibility (sample)',
        status: 'transcribed',
        latestRevision: 2,
        priceCents: 0,
        callbackUrl: null,
      },
    );
    const spoken = (await readFile('public/sample.txt', 'utf8'))
      .split('\n\n')[1]
      ?.trim()
      .replaceAll('\n', ' ');
    const latest = await readTranscript(db, { accountId, jobId }, 'latest');
    const text = latest.monologues.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
    assert.equal(text, spoken);
    assert.equal(latest.monologues.length, 2);
    const { revisions } = await listRevisions(db, { accountId, jobId });
    assert.deepEqual(
      revisions.map((revision) => [revision.number, revision.name]),
      [
        [2, 'Corrected'],
        [1, undefined],
        [0, undefined],
      ],
    );
    const found = await findJobs(db, { accountId, sort: 'newest', limit: 10, search: 'ill-disposed' });
    assert.equal(found.jobs.length, 1);
    assert.deepEqual(await ledgerLines(db, accountId), []);
  }));

test('its words lie in the recording one after the other', () => {
  let before = 0;
  for (const { startMs, endMs, confidence } of sampleWords) {
    assert.ok(before <= startMs && startMs < endMs && endMs <= sampleSeconds * 1000);
    assert.ok(confidence !== undefined && confidence > 0 && confidence < 1);
    before = endMs;
  }
});

test('it is named in the language of whoever signs up', () =>
  withTestTransaction(async (db) => {
    const { job } = await withLocale('de', () => makeAccountWithSample(db));
    assert.equal(job.name, 'Sense and Sensibility (Beispiel)');
  }));

test('clients of the API neither list nor find it, and can’t page from it; it counts as no minutes', () =>
  withTestTransaction(async (db) => {
    const { accountId, job } = await makeAccountWithSample(db);
    const page = { accountId, mode: 'live', limit: 10 } as const;
    assert.deepEqual(await listJobs(db, page), []);
    const reference = { accountId, mode: 'live', jobId: job.id } as const;
    for (const work of [
      () => getJob(db, reference),
      () => readTranscript(db, reference, 'latest'),
      () => deleteJob(db, reference),
    ])
      await assert.rejects(work, isRefusal('job-not-found'));
    const isRefused = isRefusal('invalid-parameters');
    await assert.rejects(listJobs(db, { ...page, startingAfter: job.id }), isRefused);
    await deleteJob(db, { accountId, jobId: job.id });
    await assert.rejects(listJobs(db, { ...page, startingAfter: job.id }), isRefused);
  }));

test('it plays in one account after it was deleted in another, and the free sample is still to be had', () =>
  withTestTransaction(async (db) => {
    const storage = withBuiltInFiles(diskStorage(folder));
    const [one, other] = [await makeAccountWithSample(db), await makeAccountWithSample(db)];
    await deleteJob(db, { accountId: one.accountId, jobId: one.job.id });
    const { mediaKey, renditionKey, peaksKey } = one.job;
    for (const key of [mediaKey, renditionKey, peaksKey]) await storage.remove(key ?? '');

    const media = await readMedia(db, { accountId: other.accountId, jobId: other.job.id });
    assert.ok(media.state === 'ready');
    assert.equal(media.type, 'audio/mp4');
    const decoded = await storage.withLocalFile(media.renditionKey, (file) =>
      decodeAudio(file, path.join(folder, 'sample.s16le'), { maxSeconds: 60 }),
    );
    assert.ok(Math.abs(decoded.durationSeconds - sampleSeconds) < 0.2);
    for (const key of [media.renditionKey, media.peaksKey, other.job.mediaKey ?? '']) {
      const bytes = await storage.getSize(key);
      assert.ok(bytes !== undefined && bytes > 0);
      const parts = [];
      for await (const part of storage.read(key, { start: 0, end: bytes - 1 })) parts.push(part);
      assert.equal(Buffer.concat(parts).length, bytes);
    }
    assert.equal(await canHaveSample(db, { accountId: one.accountId }), true);
  }));

test('accounts have it who sign up, come from a provider or are created by an operator, and others when asked for', () =>
  withTestTransaction(async (db) => {
    const onCreated = addSampleTranscript;
    const first = await createFirstAccount(db, { onCreated });
    const created = await createAccount(db, { email: anyEmail(), balanceCents: 0 }, { onCreated });
    const plain = await createAccount(db, { email: anyEmail(), balanceCents: 0 });
    for (const account of [first, created]) await findOnlyJob(db, account?.id ?? '');
    assert.deepEqual((await findJobs(db, { accountId: plain.id, sort: 'newest', limit: 10 })).jobs, []);
    assert.equal(
      await signUp(db, { email: anyEmail(), password: 'a good password' }, { onCreated }),
      'created',
    );
    const email = anyEmail();
    const identity = { issuer: 'https://id.example', subject: '1', email, emailVerified: true };
    const session = await signInWithIdentity(db, identity, { signUp: 'open', userAgent: '', onCreated });
    assert.ok(typeof session === 'object');
    await findOnlyJob(db, (await findAccount(db, { email })).id);
  }));
