import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { makeAccount } from '#e2e/support/make-account';
import { memoryStorage } from '#e2e/support/memory-storage';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { getJob } from '#lib/jobs/read/get-job';
import { renameJob } from '#lib/jobs/rename-job';
import { retryJob } from '#lib/jobs/submit/retry-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { JobOptions } from '#lib/jobs/submit/submission';
import { storeMedia } from '#lib/jobs/work/store-media';

/* What a submission asks of its job, beside recognition. */

const price = { priceCentsPerMinute: 25 };

async function submit(db: Db, asked: JobOptions = {}) {
  const accountId = await makeAccount(db, { balanceCents: 100_00 });
  const media = { mediaUrl: 'https://media.example/7.mp3' };
  return (await submitJob(db, { accountId, media, ...asked }, price)).job;
}

async function readName(db: Db, jobId: string, fetchedAs: string): Promise<string | undefined> {
  await storeMedia(db, { jobId, mediaKey: 'key', mediaBytes: 1, name: fetchedAs });
  const [job] = await db.select({ name: jobs.name }).from(jobs).where(eq(jobs.id, jobId));
  return job?.name;
}

test('a chosen name is cleaned as every name is, and stays when the recording is fetched', () =>
  withTestTransaction(async (db) => {
    const named = await submit(db, { name: ' Board\u0000 meeting\u202e ' });
    assert.equal(named.name, 'Board meeting');
    assert.equal(await readName(db, named.id, 'served.mp3'), 'Board meeting');
    const plain = await submit(db);
    assert.equal(plain.name, '7.mp3');
    assert.equal(await readName(db, plain.id, 'served.mp3'), 'served.mp3');
    const renamed = await submit(db);
    await renameJob(db, { accountId: renamed.accountId, jobId: renamed.id, name: 'Ours' });
    assert.equal(await readName(db, renamed.id, 'served.mp3'), 'Ours');
  }));

test('a retry keeps what was asked', () =>
  withTestTransaction(async (db) => {
    const asked = { name: 'Ours', deleteAfterSeconds: 60, textOptions: { skipPunctuation: true } } as const;
    const { accountId, id: jobId } = await submit(db, asked);
    await cancelJob(db, { accountId, jobId });
    const { id } = await retryJob(db, { accountId, jobId }, { storage: memoryStorage(), ...price });
    const { name, deleteAfterSeconds, textOptions } = await getJob(db, { accountId, jobId: id });
    assert.deepEqual({ name, deleteAfterSeconds, textOptions }, asked);
    const plain = await submit(db);
    assert.deepEqual([plain.textOptions, plain.deleteAfterSeconds], [null, null]);
  }));
