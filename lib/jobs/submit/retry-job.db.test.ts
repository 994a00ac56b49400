import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { listFiles } from '#e2e/support/list-files';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { readCents, listTasks } from '#e2e/support/read-rows';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { completeJob } from '#lib/endings/complete-job';
import { givenUp } from '#lib/jobs/failures/failure-details';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import { retryJob } from '#lib/jobs/submit/retry-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';
import { failJob } from '#lib/endings/fail-job';

const folder = await makeTestFolder();
let storage: Storage;

before(async () => {
  storage = diskStorage(path.join(folder, 'media'));
});

async function storeRecording(): Promise<string> {
  const file = path.join(folder, 'recording');
  await writeFile(file, 'sound');
  return (await storage.adopt(file)).key;
}

const prices = { priceCentsPerMinute: 25, priceCentsPerMinuteWithoutRecognition: 10 };
const asked = { callbackUrl: 'https://a.example/done', metadata: 'case 7', name: 'noise.wav' };

test('a failed job is submitted once more, with media of its own, at the price of today', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_00 });
    const mediaKey = await storeRecording();
    const failed = await makeJob(db, accountId, {
      status: 'failed',
      mediaKey,
      durationSeconds: 61,
      ...asked,
    });
    const again = await retryJob(db, { accountId, jobId: failed.id }, { storage, priceCentsPerMinute: 30 });
    assert.notEqual(again.id, failed.id);
    const { status, name, metadata, callbackUrl, priceCents, durationSeconds } = again;
    assert.deepEqual(
      { status, name, metadata, callbackUrl, priceCents, durationSeconds },
      { status: 'in_progress', ...asked, priceCents: 60, durationSeconds: 61 },
    );
    assert.equal(await readCents(db, accountId), 40);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 1);
    await storage.remove(mediaKey);
    assert.equal(
      await storage.withLocalFile(again.mediaKey ?? '', (file) => readFile(file, 'utf8')),
      'sound',
    );
  }));

test('a job that is tried again twice is submitted and charged once, until that has failed, too', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const mediaKey = await storeRecording();
    const failed = await makeJob(db, accountId, { status: 'failed', mediaKey, durationSeconds: 1 });
    const retry = () => retryJob(db, { accountId, jobId: failed.id }, { storage, priceCentsPerMinute: 25 });
    const first = await retry();
    const before = await listFiles(folder);
    assert.equal((await retry()).id, first.id);
    assert.deepEqual(await listFiles(folder), before);
    assert.equal(await readCents(db, accountId), 99_75);
    await failJob(db, { jobId: first.id, ...givenUp });
    assert.notEqual((await retry()).id, first.id);
  }));

test('a retry keeps what was asked of recognition, and is refused where no engine can do it any more', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const mediaUrl = 'https://a.example/talk.mp3';
    const failedWith = (recognitionOptions: RecognitionOptions | null) =>
      makeJob(db, accountId, { status: 'failed', mediaUrl, recognitionOptions });
    const retry = (jobId: string) => retryJob(db, { accountId, jobId }, { storage, priceCentsPerMinute: 25 });
    for (const asked of [null, { language: 'en', speakers: 'off', engine: 'pocketsphinx' } as const]) {
      assert.deepEqual((await retry((await failedWith(asked)).id)).recognitionOptions, asked);
    }
    const gone = await failedWith({ engine: 'removed since' });
    await assert.rejects(retry(gone.id), /^Refusal: options\.engine: The engine "removed since"/);
  }));

test('a failed download is tried from its address', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const mediaUrl = 'https://a.example/talk.mp3';
    const { id: jobId } = await makeJob(db, accountId, { status: 'failed', mediaUrl });
    const again = await retryJob(db, { accountId, jobId }, { storage, priceCentsPerMinute: 25 });
    assert.deepEqual([again.mediaUrl, again.mediaKey], [mediaUrl, null]);
  }));

test('a retry that the balance does not pay is refused and leaves no file', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const { id: jobId } = await makeJob(db, accountId, {
      status: 'failed',
      mediaKey: await storeRecording(),
    });
    const before = await listFiles(folder);
    await assert.rejects(retryJob(db, { accountId, jobId }, { storage, priceCentsPerMinute: 25 }), {
      reason: { kind: 'out-of-credit', balanceCents: 0 },
    });
    assert.deepEqual(await listFiles(folder), before);
  }));

test('only the account’s own failed jobs whose recording still exists are tried again', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const retry = (jobId: string) =>
      retryJob(db, { accountId: mine, jobId }, { storage, priceCentsPerMinute: 25 });
    for (const status of ['in_progress', 'transcribed'] as const) {
      await assert.rejects(retry((await makeJob(db, mine, { status })).id), {
        reason: {
          kind: 'invalid-job-state',
          operation: 'retry',
          currentValue: status,
          allowedValues: ['failed'],
        },
      });
    }
    const foreign = await makeJob(db, theirs, { status: 'failed' });
    for (const id of [foreign.id, 'unknown']) {
      await assert.rejects(retry(id), { reason: { kind: 'job-not-found' } });
    }
    const gone = { status: 'failed', mediaKey: null, mediaRemovedAt: new Date() } as const;
    await assert.rejects(retry((await makeJob(db, mine, gone)).id), /The recording was deleted/);
    assert.deepEqual(await listTasks(db, 'transcribe-job'), []);
  }));

test('the text that came with the recording is timed again', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_00 });
    const mediaKey = await storeRecording();
    const transcript = [{ speaker: 'Ann', content: [{ text: 'Hello.' }] }];
    const media = { key: mediaKey, bytes: 1, fileName: 'a.wav', durationSeconds: 61 };
    const submission = { accountId, media, task: 'align' as const, transcript };
    const { job } = await submitJob(db, submission, { priceCentsPerMinute: 10 });
    assert.equal(await failJob(db, { jobId: job.id, ...givenUp }), true);
    const again = await retryJob(db, { accountId, jobId: job.id }, { storage, ...prices });
    assert.deepEqual([again.task, again.priceCents], ['align', 20]);
    assert.deepEqual(await readGivenTranscript(db, { jobId: again.id }), transcript);
    await completeJob(db, { jobId: again.id, words: [], speakers: [], monologues: [] });
    assert.equal(await readGivenTranscript(db, { jobId: again.id }), undefined, 'its transcript has it');
    assert.deepEqual(await readGivenTranscript(db, { jobId: job.id }), transcript, 'it may be retried again');
  }));
