import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { emailChanges } from '#drizzle/schema/email-changes';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import {
  confirmEmailChange,
  readEmailChangeLink,
  createEmailChangeLink,
  cancelEmailChange,
  readEmailChange,
  requestEmailChange,
  resendEmailChange,
} from '#lib/accounts/email-change/email-change';
import { createResetLink, readResetLink } from '#lib/accounts/passwords/reset-password';
import { setPassword } from '#lib/accounts/passwords/stored-password';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

const email = 'ann@longhand.example';
const wanted = 'ann@new.example';

async function readEmail(db: Tx, accountId: string): Promise<string | undefined> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  return account?.email;
}

/** The token of the link that is mailed for the account's change. */
async function makeToken(db: Tx, accountId: string): Promise<string> {
  const link = await createEmailChangeLink(db, { accountId });
  assert.ok(link !== undefined && 'path' in link);
  assert.equal(link.to, wanted);
  return link.path.split('token=')[1] ?? '';
}

test('an address changes when its link is used, once, and only by its account', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [
      await makeAccount(db, { email, emailConfirmed: false }),
      await makeAccount(db),
    ];
    await requestEmailChange(db, { accountId, email: ` ${wanted} ` });
    assert.deepEqual(await readEmailChange(db, { accountId }), { email: wanted });
    const token = await makeToken(db, accountId);
    assert.ok(!JSON.stringify(await db.select().from(emailChanges)).includes(token), 'only a hash is stored');
    assert.equal(await readEmail(db, accountId), email);

    assert.equal(await readEmailChangeLink(db, { accountId: other, token }), undefined);
    assert.equal(await confirmEmailChange(db, { accountId: other, token }), 'link-unusable');
    assert.deepEqual(await readEmailChangeLink(db, { accountId, token }), { email: wanted });
    const { path } = await createResetLink(db, { accountId });
    assert.equal(await confirmEmailChange(db, { accountId, token }), 'changed');
    assert.equal(await readEmail(db, accountId), wanted);
    assert.equal(await readEmailChange(db, { accountId }), undefined);
    assert.equal(await readResetLink(db, { token: path.split('token=')[1] ?? '' }), undefined);
    assert.equal(await confirmEmailChange(db, { accountId, token }), 'link-unusable');
  }));

test('the current address gets a notice, and the queue holds no token', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    await db.update(accounts).set({ language: 'de' }).where(eq(accounts.id, accountId));
    await requestEmailChange(db, { accountId, email: wanted });
    const [notice] = await listPayloads(db, 'send-mail');
    assert.equal(notice?.to, email);
    assert.match(notice?.text ?? '', /in ann@new\.example zu ändern/);
    const [task] = await listPayloads(db, 'mail-email-change');
    assert.deepEqual(Object.keys(task ?? {}).toSorted(), ['accountId', 'giveUpAt', 'locale']);
  }));

test('a taken address is asked for like any other, and gets no link', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    await makeAccount(db, { email: wanted.toUpperCase() });
    await requestEmailChange(db, { accountId, email: wanted });
    assert.deepEqual(await readEmailChange(db, { accountId }), { email: wanted });
    assert.deepEqual(await createEmailChangeLink(db, { accountId }), { to: wanted, isTaken: true });
  }));

test('an address that was taken before the link was used leaves everything as it was', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    await requestEmailChange(db, { accountId, email: wanted });
    const token = await makeToken(db, accountId);
    await makeAccount(db, { email: wanted });
    assert.equal(await confirmEmailChange(db, { accountId, token }), 'email-unusable');
    assert.equal(await readEmail(db, accountId), email);
  }));

test('a link ends with its day, with another one, when the change is canceled and with the password', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    const use = async (token: string) => confirmEmailChange(db, { accountId, token });
    const ask = async () => {
      await requestEmailChange(db, { accountId, email: wanted });
      return makeToken(db, accountId);
    };
    const first = await ask();
    assert.equal(await resendEmailChange(db, { accountId }), 'sent');
    assert.equal(await use(first), 'link-unusable');

    const canceled = await ask();
    await cancelEmailChange(db, { accountId });
    assert.equal(await use(canceled), 'link-unusable');
    assert.equal(await resendEmailChange(db, { accountId }), 'none');
    assert.equal(await createEmailChangeLink(db, { accountId }), undefined);

    const locked = await ask();
    await setPassword(db, { accountId, passwordHash: 'another' });
    assert.equal(await use(locked), 'link-unusable');

    const late = await ask();
    await db.update(emailChanges).set({ validUntil: sql`now() - interval '1 second'` });
    assert.equal(await readEmailChange(db, { accountId }), undefined);
    assert.equal(await use(late), 'link-unusable');
    assert.equal(await readEmail(db, accountId), email);
  }));

test('what is no address, and the account’s own, are refused by name; its own in another case is not', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    for (const given of ['ann', email]) {
      await assert.rejects(
        requestEmailChange(db, { accountId, email: given }),
        (error) => error instanceof Refusal && error.reason.kind === 'invalid-parameters',
      );
    }
    await requestEmailChange(db, { accountId, email: 'Ann@longhand.example' });
    const link = await createEmailChangeLink(db, { accountId });
    assert.ok(link !== undefined && 'path' in link);
    const token = link.path.split('token=')[1] ?? '';
    assert.equal(await confirmEmailChange(db, { accountId, token }), 'changed');
    assert.equal(await readEmail(db, accountId), 'Ann@longhand.example');
  }));
