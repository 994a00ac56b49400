import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { exportLedger } from '#lib/billing/ledger/export-ledger';
import { hold } from '#lib/billing/holds/hold';
import { listLedger } from '#lib/billing/ledger/list-ledger';
import type { Tx } from '#lib/db/connect';
import { withLocale } from '#lib/messages/with-locale';

async function makeJob(db: Tx, accountId: string, id: string, name: string): Promise<void> {
  await db.insert(jobs).values({ id, accountId, name, mediaUrl: 'http://media.example/a', priceCents: 25 });
  await hold(db, { accountId, jobId: id, amountCents: 25 });
}

async function exportLines(db: Tx, accountId: string): Promise<string[]> {
  let csv = '';
  for await (const part of exportLedger(db, { accountId })) csv += part;
  return csv.split('\r\n').slice(0, -1);
}

test('the ledger is listed newest first, page by page, and has nothing of another account', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db, { balanceCents: 7 })];
    const notes = ['one', 'two', 'three', 'four', 'five'];
    await db
      .insert(ledgerEntries)
      .values(notes.map((note) => ({ accountId, kind: 'credit' as const, amountCents: 0, note })));
    const page = async (before?: number) => listLedger(db, { accountId, limit: 3, before });
    const first = await page();
    assert.deepEqual(
      first.map(({ note }) => note),
      ['five', 'four', 'three'],
    );
    assert.deepEqual(
      (await page(first.at(-1)?.id)).map(({ note }) => note),
      ['two', 'one'],
    );
    const theirs = await listLedger(db, { accountId: other, limit: 10 });
    assert.deepEqual(
      theirs.map(({ amountCents }) => amountCents),
      [7],
    );
  }));

test('an entry has the name of its job, until the job is deleted', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    await makeJob(db, accountId, 'job', 'Interview');
    const names = async () => (await listLedger(db, { accountId, limit: 1 })).map(({ jobName }) => jobName);
    assert.deepEqual(await names(), ['Interview']);
    await db.delete(jobs).where(eq(jobs.id, 'job'));
    assert.deepEqual(await names(), [null]);
  }));

test('the CSV has every entry of a long ledger once, with formulas made harmless', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 150 });
    await makeJob(db, accountId, 'job', '=1+1, "x"');
    const many = Array.from({ length: 2001 }, (_, n) => ({ amountCents: 0, note: `entry ${n}` }));
    await db
      .insert(ledgerEntries)
      .values(many.map((entry) => ({ accountId, kind: 'credit' as const, ...entry })));
    const [head, ...lines] = await exportLines(db, accountId);
    assert.equal(head, '\uFEFFentry,time,kind,amount_usd,job_id,job_name,payment_id,note');
    assert.equal(lines.length, 2003);
    assert.equal(new Set(lines).size, 2003);
    assert.match(lines[0] ?? '', /^\d+,[\dT:.-]+Z,credit,0,,,,entry 2000$/);
    assert.match(lines.at(-2) ?? '', /,hold,-0\.25,job,"'=1\+1, ""x""",,$/);
    assert.match(lines.at(-1) ?? '', /,credit,1\.5,,,,Opening balance$/);
    const inGerman = await withLocale('de', () => exportLines(db, accountId));
    assert.match(inGerman.at(-1) ?? '', /,credit,1\.5,,,,Startguthaben$/);
    assert.match(inGerman[1] ?? '', /,entry 2000$/);
  }));
