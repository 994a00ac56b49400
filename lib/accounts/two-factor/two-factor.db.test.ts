import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recoveryCodes, twoFactors } from '#drizzle/schema/two-factors';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readSession } from '#lib/accounts/sessions/read-session';
import { signIn } from '#lib/accounts/sessions/sign-in';
import {
  checkSecondFactor,
  beginTwoFactor,
  confirmTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from '#lib/accounts/two-factor/two-factor';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import { createResetLink, resetPassword } from '#lib/accounts/passwords/reset-password';
import type { Tx } from '#lib/db/connect';

const secret = '00'.repeat(32);
const email = 'ann@longhand.example';
const password = 'a good password';
const now = new Date('2026-03-01T12:00:00Z');
const step = getStep(now);

/** An account with an app, set up one step before `now`. */
async function makeProtected(db: Tx) {
  const accountId = await makeAccount(db, { email, password });
  const shared = (await beginTwoFactor(db, { accountId, secret })) ?? '';
  const codes = await confirmTwoFactor(db, { accountId, secret, now, code: getCode(shared, step - 1) });
  assert.ok(Array.isArray(codes));
  const check = (code: string, at = now) => checkSecondFactor(db, { accountId, secret, code, now: at });
  return { accountId, shared, codes, check };
}

test('nothing is asked for before a code has shown that the app has the secret', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    const shared = (await beginTwoFactor(db, { accountId, secret })) ?? '';
    assert.equal(await readTwoFactor(db, { accountId }), undefined);
    assert.equal(typeof (await signIn(db, { email, password, userAgent: '' })), 'object');
    const code = getCode(shared, step);
    const wrong = code === '000000' ? '000001' : '000000';
    assert.equal(await confirmTwoFactor(db, { accountId, secret, now, code: wrong }), 'wrong-code');
    const codes = await confirmTwoFactor(db, { accountId, secret, now, code });
    assert.ok(Array.isArray(codes));
    assert.equal(new Set(codes).size, 10);
    assert.equal((await readTwoFactor(db, { accountId }))?.codesLeft, 10);
    assert.equal(await beginTwoFactor(db, { accountId, secret }), undefined);
    const stored = JSON.stringify([
      await db.select().from(twoFactors),
      await db.select().from(recoveryCodes),
    ]);
    for (const text of [shared, ...codes, ...codes.map((each) => each.replaceAll('-', ''))]) {
      assert.ok(!stored.includes(text), 'neither the secret nor a code is stored in plain text');
    }
  }));

test('a code counts once, and no earlier one counts after it', () =>
  withTestTransaction(async (db) => {
    const { shared, check } = await makeProtected(db);
    assert.equal(await check(getCode(shared, step - 1)), false, 'the one of the set-up');
    const code = getCode(shared, step + 1);
    assert.equal(await check(`${code.slice(0, 3)} ${code.slice(3)}`), true);
    assert.equal(await check(code), false);
    assert.equal(await check(getCode(shared, step)), false);
    assert.equal(await check(getCode(shared, step + 2), new Date(now.getTime() + 60_000)), true);
  }));

test('each recovery code counts once, however it is written, and for its own account only', () =>
  withTestTransaction(async (db) => {
    const { accountId, codes, check } = await makeProtected(db);
    const [first = '', second = ''] = codes;
    const other = await makeAccount(db);
    assert.equal(await checkSecondFactor(db, { accountId: other, secret, code: first }), false);
    assert.equal(await check(` ${first.replaceAll('-', ' ').toUpperCase()}`), true);
    assert.equal(await check(first), false);
    assert.equal((await readTwoFactor(db, { accountId }))?.codesLeft, 9);
    const renewed = await renewRecoveryCodes(db, { accountId });
    assert.equal(renewed?.length, 10);
    assert.equal(await check(second), false);
    assert.equal(await check(renewed?.[0] ?? ''), true);
  }));

test('signing in asks for the code after the right password only, and counts it first', () =>
  withTestTransaction(async (db) => {
    const { accountId, codes } = await makeProtected(db);
    const counted: string[] = [];
    const attempt = (given: string, code: string) =>
      signIn(
        db,
        { email, password: given, userAgent: '' },
        { code, secret, countAttempt: async (id) => void counted.push(id) },
      );
    assert.equal(await signIn(db, { email, password, userAgent: '' }), 'code-required');
    assert.equal(await attempt('a wrong password', codes[0] ?? ''), undefined);
    assert.deepEqual(counted, []);
    assert.equal(await attempt(password, '000000 000000'), 'wrong-code');
    const session = await attempt(password, codes[0] ?? '');
    assert.ok(typeof session === 'object');
    assert.equal((await readSession(db, session))?.accountId, accountId);
    assert.deepEqual(counted, [accountId, accountId]);
  }));

test('a new password by email leaves the second step as it is; turning it off removes it', () =>
  withTestTransaction(async (db) => {
    const { accountId } = await makeProtected(db);
    const { path } = await createResetLink(db, { accountId });
    const token = path.split('token=')[1] ?? '';
    assert.equal(await resetPassword(db, { token, chosen: 'another password' }), 'changed');
    const given = { email, password: 'another password', userAgent: '' };
    assert.equal(await signIn(db, given), 'code-required');
    assert.equal(await turnOffTwoFactor(db, { accountId }), true);
    assert.equal(await turnOffTwoFactor(db, { accountId }), false);
    assert.equal(await renewRecoveryCodes(db, { accountId }), undefined);
    assert.equal(typeof (await signIn(db, given)), 'object');
  }));

test('under another secret of the installation, recovery codes still work', () =>
  withTestTransaction(async (db) => {
    const { accountId, shared, codes } = await makeProtected(db);
    const elsewhere = { accountId, secret: '11'.repeat(32), now };
    assert.equal(await checkSecondFactor(db, { ...elsewhere, code: getCode(shared, step) }), false);
    assert.equal(await checkSecondFactor(db, { ...elsewhere, code: codes[0] ?? '' }), true);
  }));
