import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { withSettings } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { addToBalance } from '#lib/billing/add-to-balance';
import { hold, settle } from '#lib/billing/holds/hold';
import { warnBelow } from '#lib/billing/warn-below';
import type { Tx } from '#lib/db/connect';

/* The email about a low balance. */

const email = 'ann@longhand.example';
const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'longhand@longhand.example' };

const withMail = (body: (db: Tx) => Promise<void>) =>
  withSettings({ mail, baseUrl: 'https://longhand.example' }, () => withTestTransaction(body));

async function ann(db: Tx, balanceCents: number, limitCents: number | null = 100): Promise<string> {
  const accountId = await makeAccount(db, { email, balanceCents });
  await warnBelow(db, { accountId, limitCents });
  return accountId;
}

const subjects = async (db: Tx) => (await listPayloads(db, 'send-mail')).map(({ subject }) => subject);

test('a balance that falls below its owner’s limit sends the owner one email, until it was above again', () =>
  withMail(async (db) => {
    const accountId = await ann(db, 125);
    const move = (amountCents: number) => addToBalance(db, { accountId, kind: 'credit', amountCents });
    await move(-25);
    assert.deepEqual(await subjects(db), [], 'the limit itself is not below it');
    await move(-1);
    await move(-9);
    const [letter, ...more] = await listPayloads(db, 'send-mail');
    assert.deepEqual([letter?.to, letter?.subject, more], [email, 'Your Longhand balance is $0.99', []]);
    assert.match(letter?.text ?? '', /is \$0\.99, below your limit of \$1\.00/);
    assert.match(letter?.text ?? '', /https:\/\/longhand\.example\/balance\/top-up/);
    await move(9);
    await move(-10);
    assert.equal((await subjects(db)).length, 1, 'it has not been above');
    await move(100);
    await move(-169);
    assert.deepEqual((await subjects(db)).slice(1), ['Your Longhand balance is $0.20']);
  }));

test('a charge is no fall: its hold was', () =>
  withMail(async (db) => {
    const accountId = await ann(db, 110);
    await hold(db, { accountId, jobId: 'job', amountCents: 25 });
    assert.equal((await subjects(db)).length, 1);
    await settle(db, { accountId, jobId: 'job' });
    assert.equal((await subjects(db)).length, 1);
  }));

test('who wants no warning gets none', () =>
  withMail(async (db) => {
    const accountId = await ann(db, 110);
    await warnBelow(db, { accountId, limitCents: null });
    await addToBalance(db, { accountId, kind: 'refund', amountCents: -110 });
    assert.deepEqual(await subjects(db), []);
  }));

test('of a movement that is rolled back nobody is warned', () =>
  withMail(async (db) => {
    const accountId = await ann(db, 110);
    const undone = db.transaction(async (tx) => {
      await addToBalance(tx, { accountId, kind: 'refund', amountCents: -110 });
      throw new Error('the caller failed');
    });
    await assert.rejects(undone, /the caller failed/);
    assert.deepEqual(await subjects(db), []);
  }));

test('without a mail server nobody is warned', () =>
  withSettings({ mail: undefined }, () =>
    withTestTransaction(async (db) => {
      const accountId = await ann(db, 110);
      await addToBalance(db, { accountId, kind: 'refund', amountCents: -110 });
      assert.deepEqual(await subjects(db), []);
    }),
  ));
