import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginSession } from '#lib/accounts/sessions/begin-session';
import { changePassword } from '#lib/accounts/passwords/change-password';
import { createResetLink, readResetLink, resetPassword } from '#lib/accounts/passwords/reset-password';
import { lookUpAccount } from '#lib/accounts/find-account';
import { hasPassword } from '#lib/accounts/passwords/stored-password';
import { listSessions } from '#lib/accounts/sessions/read-session';
import { signIn } from '#lib/accounts/sessions/sign-in';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/* Another password: chosen by who knows the current one, or through a link. */

const email = 'ann@longhand.example';
const old = 'the old password';
const chosen = 'the new password';

/** An account with two signed-in browsers, and whether its password is this one. */
async function ann(db: Tx) {
  const accountId = await makeAccount(db, { email, password: old, emailConfirmed: false });
  const here = await beginSession(db, { accountId, userAgent: 'here', method: 'password' });
  await beginSession(db, { accountId, userAgent: 'there', method: 'password' });
  return { accountId, ...here };
}

/** Signs in only to see whether that can be done. */
async function opens(db: Tx, password: string): Promise<boolean> {
  return (await signIn(db, { email, password, userAgent: 'a try' })) !== undefined;
}

const browsers = async (db: Tx, accountId: string) =>
  (await listSessions(db, { accountId })).map(({ userAgent }) => userAgent).toSorted();

async function makeLink(db: Tx, accountId: string): Promise<string> {
  const { path } = await createResetLink(db, { accountId });
  return path.slice('/reset-password?token='.length);
}

test('who knows the password changes it, which signs every other browser out and ends reset links', () =>
  withTestTransaction(async (db) => {
    const { accountId, sessionId } = await ann(db);
    const token = await makeLink(db, accountId);
    assert.equal(await changePassword(db, { accountId, sessionId, current: old, chosen }), 'changed');
    assert.deepEqual(await browsers(db, accountId), ['here']);
    assert.deepEqual([await opens(db, old), await opens(db, chosen)], [false, true]);
    assert.equal(await resetPassword(db, { token, chosen: old }), 'link-unusable');
  }));

test('one’s own email address is no new password, by change or by link', () =>
  withTestTransaction(async (db) => {
    const { accountId, sessionId } = await ann(db);
    const token = await makeLink(db, accountId);
    const own = 'Ann12345';
    const isEmail = ({ reason }: Refusal) =>
      reason.kind === 'invalid-parameters' &&
      /your email address/.test(String(reason.parameters['password']));
    const changing = changePassword(db, { accountId, sessionId, current: old, chosen: own });
    await assert.rejects(changing, isEmail);
    await assert.rejects(resetPassword(db, { token, chosen: own }), isEmail);
    assert.ok(await opens(db, old));
    assert.equal(await resetPassword(db, { token, chosen }), 'changed');
  }));

test('a wrong current password or a new one that is too short changes nothing', () =>
  withTestTransaction(async (db) => {
    const { accountId, sessionId } = await ann(db);
    const token = await makeLink(db, accountId);
    const wrong = await changePassword(db, { accountId, sessionId, current: 'a guess', chosen });
    assert.equal(wrong, 'wrong-password');
    const short = changePassword(db, { accountId, sessionId, current: old, chosen: '1234567' });
    await assert.rejects(short, Refusal);
    assert.deepEqual(await browsers(db, accountId), ['here', 'there']);
    assert.deepEqual(await readResetLink(db, { token }), { email });
    assert.deepEqual([await opens(db, old), await opens(db, chosen)], [true, false]);
  }));

test('an account without a password is opened by none, until a link gives it one', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    const { sessionId } = await beginSession(db, { accountId, userAgent: 'here', method: 'password' });
    assert.equal(await hasPassword(db, { accountId }), false);
    assert.equal(await changePassword(db, { accountId, sessionId, current: '', chosen }), 'wrong-password');
    assert.equal(await opens(db, ''), false);
    assert.equal(await resetPassword(db, { token: await makeLink(db, accountId), chosen }), 'changed');
    assert.deepEqual([await hasPassword(db, { accountId }), await opens(db, chosen)], [true, true]);
  }));

test('a reset link changes the password once, signs every browser out, and confirms the address', () =>
  withTestTransaction(async (db) => {
    const { accountId } = await ann(db);
    const [token, another] = [await makeLink(db, accountId), await makeLink(db, accountId)];
    assert.deepEqual(await readResetLink(db, { token }), { email });
    assert.equal(await resetPassword(db, { token, chosen }), 'changed');
    assert.deepEqual(await browsers(db, accountId), []);
    assert.deepEqual([await opens(db, old), await opens(db, chosen)], [false, true]);
    assert.equal((await lookUpAccount(db, { email }))?.emailConfirmed, true);
    for (const used of [token, another]) {
      assert.equal(await readResetLink(db, { token: used }), undefined);
      assert.equal(await resetPassword(db, { token: used, chosen: old }), 'link-unusable');
    }
    assert.equal(await opens(db, chosen), true);
  }));

test('a reset link ends after an hour, with the password as it was', () =>
  withTestTransaction(async (db) => {
    const { accountId } = await ann(db);
    const token = await makeLink(db, accountId);
    const [link] = await db.select().from(oneTimeLinks).where(eq(oneTimeLinks.accountId, accountId));
    const minutes = sql`extract(epoch from ${oneTimeLinks.validUntil} - now()) / 60`.mapWith(Math.round);
    const [valid] = await db.select({ minutes }).from(oneTimeLinks);
    assert.equal(valid?.minutes, 60);
    assert.ok(!JSON.stringify(link).includes(token), 'only its hash is kept');
    await db.update(oneTimeLinks).set({ validUntil: sql`now()` });
    assert.equal(await readResetLink(db, { token }), undefined);
    assert.equal(await resetPassword(db, { token, chosen }), 'link-unusable');
    assert.deepEqual(await browsers(db, accountId), ['here', 'there']);
    assert.equal(await opens(db, old), true);
  }));

test('a password that is too short is refused and leaves the link as it was; a made-up link changes nothing', () =>
  withTestTransaction(async (db) => {
    const { accountId } = await ann(db);
    const token = await makeLink(db, accountId);
    await assert.rejects(resetPassword(db, { token, chosen: '1234567' }), Refusal);
    assert.equal(await resetPassword(db, { token: 'made-up', chosen }), 'link-unusable');
    assert.deepEqual(await readResetLink(db, { token }), { email });
    assert.deepEqual(await browsers(db, accountId), ['here', 'there']);
  }));
