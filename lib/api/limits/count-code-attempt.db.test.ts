import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginSession } from '#lib/accounts/sessions/begin-session';
import { beginTwoFactor, confirmTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import { countCodeAttempt, forgiveCodeAttempt, type CodeAttempt } from '#lib/api/limits/count-code-attempt';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

const secret = '00'.repeat(32);
const recoveryCode = 'abcd-efgh-jkmn-pqrs';

/** An account that asks for codes and was signed in to from 198.51.100.1 before it did; `isLet` counts a check of a code. */
async function makeProtected(db: Tx) {
  const accountId = await makeAccount(db, { password: 'a good password' });
  const signInFrom = (address: string) =>
    beginSession(db, { accountId, userAgent: '', address, method: 'password' });
  await signInFrom('198.51.100.1');
  const shared = (await beginTwoFactor(db, { accountId, secret })) ?? '';
  const now = new Date();
  await confirmTwoFactor(db, { accountId, secret, now, code: getCode(shared, getStep(now)) });
  // All of a transaction is at one time, and what was before would be at the same.
  await db.execute('update two_factors set confirmed_at = clock_timestamp()');
  const isLet = async (address: string, given: Partial<CodeAttempt> = {}) => {
    try {
      await countCodeAttempt(db, { accountId, address, code: '000000', ...given });
      return true;
    } catch (error) {
      assert.ok(error instanceof Refusal && error.reason.kind === 'too-many-requests');
      return false;
    }
  };
  return { accountId, signInFrom, isLet };
}

test('ten wrong codes from one address lock out that address only', () =>
  withTestTransaction(async (db) => {
    const { isLet } = await makeProtected(db);
    for (let n = 0; n < 10; n++) assert.ok(await isLet('203.0.113.1'));
    assert.ok(!(await isLet('203.0.113.1')));
    assert.ok(await isLet('203.0.113.1', { code: recoveryCode }), 'recovery codes have their own limit');
    assert.ok(await isLet('203.0.113.2', { code: '000 000' }));
  }));

test('strangers have fifty codes a day together, and known browsers and addresses theirs', () =>
  withTestTransaction(async (db) => {
    const { accountId, signInFrom, isLet } = await makeProtected(db);
    await signInFrom('2001:db8:1:2::3');
    for (let n = 0; n < 50; n++) assert.ok(await isLet(`203.0.113.${n % 5}`));
    assert.ok(!(await isLet('203.0.113.9')));
    assert.ok(!(await isLet('198.51.100.1')), 'the password was enough for a sign-in from there');
    assert.ok(await isLet('2001:db8:1:2::4'), 'from the network of a sign-in with a code');
    assert.ok(await isLet('203.0.113.9', { code: recoveryCode }));
    for (let n = 0; n < 10; n++) assert.ok(await isLet('203.0.113.9', { device: 'own' }));
    assert.ok(!(await isLet('203.0.113.9', { device: 'own' })));
    await forgiveCodeAttempt(db, { accountId, address: '203.0.113.9', code: '000000', device: 'own' });
    assert.ok(await isLet('203.0.113.9', { device: 'own' }));
  }));

test('recovery codes can be guessed at ten times from one address, and others have theirs', () =>
  withTestTransaction(async (db) => {
    const { isLet } = await makeProtected(db);
    const code = recoveryCode;
    for (let n = 0; n < 100; n++) assert.ok(await isLet(`203.0.113.${n % 10}`, { code }));
    assert.ok(!(await isLet('203.0.113.1', { code })));
    assert.ok(await isLet('203.0.113.200', { code }));
  }));
