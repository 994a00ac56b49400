import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginSession } from '#lib/accounts/sessions/begin-session';
import { readSession } from '#lib/accounts/sessions/read-session';
import { readDisplayName, saveDisplayName } from '#lib/accounts/settings/display-name';
import { Refusal } from '#lib/refusal';

test('a display name is the account’s alone, and without one the address gives it', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email: 'ann.lee@longhand.example' });
    const other = await makeAccount(db, { email: 'ben@longhand.example' });
    const session = await beginSession(db, { accountId, userAgent: '', method: 'password' });
    assert.equal(await readDisplayName(db, { accountId }), 'ann.lee');
    assert.equal(await saveDisplayName(db, { accountId, displayName: ' Ann  Lee ' }), 'Ann Lee');
    assert.equal(await readDisplayName(db, { accountId }), 'Ann Lee');
    assert.equal((await readSession(db, session))?.displayName, 'Ann Lee');
    assert.equal(await readDisplayName(db, { accountId: other }), 'ben');
    assert.equal(await saveDisplayName(db, { accountId, displayName: ' ' }), null);
    assert.equal((await readSession(db, session))?.displayName, null);
  }));

test('a faulty display name is refused, and the one before stays', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await saveDisplayName(db, { accountId, displayName: 'Ann' });
    await assert.rejects(saveDisplayName(db, { accountId, displayName: '\u202EAnn' }), Refusal);
    assert.equal(await readDisplayName(db, { accountId }), 'Ann');
  }));
