import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { listFiles } from '#e2e/support/list-files';
import { makeAccount } from '#e2e/support/make-account';
import { ledgerLines, readCents } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { listTransactions } from '#lib/billing/ledger/list-transactions';
import { canHaveSample } from '#lib/billing/holds/sample';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { getJob } from '#lib/jobs/read/get-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { submitSample } from '#lib/jobs/submit/submit-sample';
import { priceJob } from '#lib/jobs/work/price-job';
import { Refusal } from '#lib/refusal';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';

const folder = await makeTestFolder();
let storage: Storage;

before(async () => {
  storage = diskStorage(folder);
});

const submit = (db: Db, accountId: string) => submitSample(db, { accountId }, { storage });
const complete = (db: Db, jobId: string) =>
  completeJob(db, { jobId, words: [], speakers: [], monologues: [] });

test('the sample is transcribed without a balance, for the server’s own recording, and the ledger says so', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const job = await submit(db, accountId);
    assert.ok(job?.mediaKey);
    assert.deepEqual([job.name, job.priceCents], ['sample.mp3', 0]);
    const stored = await storage.withLocalFile(job.mediaKey, (file) => readFile(file));
    assert.deepEqual(stored, await readFile('public/sample.mp3'));
    assert.equal(stored.length, (await stat('public/sample.mp3')).size);
    // Its length is known only now.
    await priceJob(db, { jobId: job.id, durationSeconds: 11 }, { priceCentsPerMinute: 25 });
    assert.equal((await getJob(db, { accountId, jobId: job.id })).priceCents, 0);
    assert.equal(await complete(db, job.id), true);
    assert.deepEqual(await ledgerLines(db, accountId), ['charge 0']);
    const [row] = await listTransactions(db, { accountId, limit: 5 });
    assert.deepEqual(
      [row?.kind, row?.amountCents, row?.note, row?.jobName],
      ['charge', 0, 'Free sample', 'sample.mp3'],
    );
    assert.equal(await readCents(db, accountId), 0);
  }));

test('a second sample is not free, also after the first is deleted, and leaves no file', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const job = await submit(db, accountId);
    assert.ok(job);
    assert.equal(await canHaveSample(db, { accountId }), false);
    await complete(db, job.id);
    await deleteJob(db, { accountId, jobId: job.id });
    const before = await listFiles(folder);
    assert.equal(await submit(db, accountId), undefined);
    assert.deepEqual(await listFiles(folder), before);
    assert.equal(await canHaveSample(db, { accountId: await makeAccount(db) }), true);
  }));

test('a sample that failed or was canceled can be had again, and the ledger keeps the one that was transcribed', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const first = await submit(db, accountId);
    await failJob(db, { jobId: first?.id ?? '', failure: 'unspecified', failureDetail: 'It failed.' });
    const second = await submit(db, accountId);
    await cancelJob(db, { accountId, jobId: second?.id ?? '' });
    const third = await submit(db, accountId);
    await complete(db, third?.id ?? '');
    assert.equal(await submit(db, accountId), undefined);
    assert.deepEqual(await ledgerLines(db, accountId), ['charge 0']);
  }));

test('a sample whose making is not confirmed keeps its recording, and one that is refused leaves no file', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const unconfirmed: Db = Object.assign(Object.create(db), {
      transaction: async (work: Parameters<Db['transaction']>[0]) => {
        await db.transaction(work);
        throw new Error('the connection was lost');
      },
    });
    await assert.rejects(submit(unconfirmed, accountId), /the connection was lost/);
    const [job] = await db.select().from(jobs).where(eq(jobs.accountId, accountId));
    assert.ok(await storage.getSize(job?.mediaKey ?? ''));
    const before = await listFiles(folder);
    const asked = { recognition: { engine: 'none' } };
    const other = await makeAccount(db);
    await assert.rejects(submitSample(db, { accountId: other, asked }, { storage }), Refusal);
    assert.deepEqual(await listFiles(folder), before);
  }));

test('another recording of the same name is charged', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    const media = { key: 'stored', bytes: 1, fileName: 'sample.mp3', durationSeconds: 11 };
    const { job } = await submitJob(db, { accountId, media }, { priceCentsPerMinute: 25 });
    await complete(db, job.id);
    assert.equal(await readCents(db, accountId), 75);
    assert.equal(await canHaveSample(db, { accountId }), true);
  }));

test('of ten samples at once one is made', async () => {
  const { db, sql, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db);
    const before = await listFiles(folder);
    const made = await Promise.all(Array.from({ length: 10 }, () => submit(db, accountId)));
    assert.equal(made.filter((job) => job !== undefined).length, 1);
    const [row] = await sql`select count(*)::int as n from jobs where account_id = ${accountId}`;
    assert.equal(row?.['n'], 1);
    assert.equal((await listFiles(folder)).length, before.length + 1);
    for (const job of made) if (job !== undefined) await complete(db, job.id);
    const [entries] =
      await sql`select count(*)::int as n from ledger_entries where account_id = ${accountId}`;
    assert.equal(entries?.['n'], 1);
    await assertLedgerAddsUp(sql);
  } finally {
    await close();
  }
});
