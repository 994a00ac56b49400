import assert from 'node:assert/strict';
import { test } from 'node:test';
import { and, eq, isNull } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { passkeys } from '#drizzle/schema/passkeys';
import { makeAccount } from '#e2e/support/make-account';
import { owner as by, readAudit } from '#e2e/support/read-audit';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys/api-keys';
import { createAccount } from '#lib/accounts/create-account';
import { creditAccount } from '#lib/accounts/credit-account';
import { deleteAccount } from '#lib/accounts/delete-account';
import {
  confirmEmailChange,
  createEmailChangeLink,
  requestEmailChange,
} from '#lib/accounts/email-change/email-change';
import { removePasskey } from '#lib/accounts/passkeys/passkeys';
import { changePassword } from '#lib/accounts/passwords/change-password';
import { createResetLink, resetPassword } from '#lib/accounts/passwords/reset-password';
import { endSession } from '#lib/accounts/sessions/end-sessions';
import { signIn } from '#lib/accounts/sessions/sign-in';
import { saveEmailWhenDone } from '#lib/accounts/settings/email-when-done';
import { setRetention } from '#lib/accounts/settings/retention';
import { saveDisplayName } from '#lib/accounts/settings/display-name';
import { saveLanguage } from '#lib/accounts/settings/save-language';
import { saveVocabulary } from '#lib/accounts/settings/vocabulary';
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from '#lib/accounts/two-factor/two-factor';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import { commandLine } from '#lib/audit/actor';
import { warnBelow } from '#lib/billing/warn-below';
import type { Tx } from '#lib/db/connect';

/* What the verbs of accounts leave in the audit log. */

const email = 'ann@longhand.example';
const password = 'a good password';
const secret = '00'.repeat(32);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function begin(db: Tx): Promise<string> {
  const session = await signIn(db, { email, password, userAgent: firefox, address: '192.0.2.7' });
  assert.ok(typeof session === 'object');
  return session.sessionId;
}

const readToken = (path: string): string => path.split('token=')[1] ?? '';

/** Everything in the log, as text. */
async function readLog(db: Tx, accountId: string): Promise<string> {
  return JSON.stringify(await db.select().from(auditEvents).where(eq(auditEvents.accountId, accountId)));
}

test('keys are in the log when they are made and revoked, once, and never the key itself', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const request = { accountId, mode: 'live', scope: 'read', expiresAt: null, by } as const;
    const { id: keyId, apiKey } = await createApiKey(db, { ...request, name: ' Build server ' });
    await assert.rejects(createApiKey(db, { ...request, name: '' }));
    for (const who of [await makeAccount(db), accountId, accountId])
      await revokeApiKey(db, { accountId: who, keyId, by });
    assert.deepEqual(await readAudit(db, accountId), [
      'api_key.created by account: Build server',
      'api_key.revoked by account: Build server',
    ]);
    assert.ok(!(await readLog(db, accountId)).includes(apiKey.slice(8, -6)));
  }));

test('a session is in the log with its way in, address and browser, and so is its end', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    const sessionId = await begin(db);
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'session.created'));
    assert.deepEqual(
      [event?.actorId, event?.address, event?.userAgent, event?.details],
      [accountId, '192.0.2.7', firefox, { method: 'password' }],
    );
    for (const _ of [1, 2]) await endSession(db, { accountId, sessionId, by });
    assert.deepEqual(await readAudit(db, accountId), [
      'session.created by account',
      'session.ended by account: Firefox, Linux',
    ]);
    assert.ok(
      !(await readLog(db, accountId)).includes(sessionId),
      'what names a session is no one’s to read',
    );
  }));

test('passwords and links to reset them are in the log, with the sessions that they end', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    const sessionId = await begin(db);
    const change = { accountId, sessionId, by };
    await changePassword(db, { ...change, current: 'wrong', chosen: 'another password' });
    await changePassword(db, { ...change, current: password, chosen: 'another password' });
    const token = readToken((await createResetLink(db, { accountId, by: commandLine })).path);
    const anonymous = { kind: 'anonymous', address: '192.0.2.7' } as const;
    for (const _ of [1, 2]) await resetPassword(db, { token, chosen: 'a third password', by: anonymous });
    assert.deepEqual(await readAudit(db, accountId), [
      'session.created by account',
      'password.changed by account',
      'reset_link.created by command_line',
      'password.reset by anonymous',
      'session.ended by anonymous: Firefox, Linux',
    ]);
    const log = await readLog(db, accountId);
    for (const text of [token, 'another password', 'a third password']) assert.ok(!log.includes(text));
  }));

test('another address is in the log when it is asked for and when it is confirmed', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    await requestEmailChange(db, { accountId, email: 'ann@new.example', by });
    const link = await createEmailChangeLink(db, { accountId });
    const token = link !== undefined && 'path' in link ? readToken(link.path) : '';
    for (const _ of [1, 2]) await confirmEmailChange(db, { accountId, token, by });
    assert.deepEqual(await readAudit(db, accountId), [
      'email.change_requested by account: ann@new.example',
      'email.changed by account: ann@new.example',
    ]);
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'email.changed'));
    assert.deepEqual(event?.details, { previous: email });
  }));

test('the second step and passkeys are in the log, and neither secret nor codes', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    const shared = (await beginTwoFactor(db, { accountId, secret })) ?? '';
    const now = new Date('2026-03-01T12:00:00Z');
    const step = { accountId, secret, now, by };
    await confirmTwoFactor(db, { ...step, code: '' });
    const codes = await confirmTwoFactor(db, { ...step, code: getCode(shared, getStep(now)) });
    assert.ok(Array.isArray(codes));
    await renewRecoveryCodes(db, { accountId, by });
    for (const _ of [1, 2]) await turnOffTwoFactor(db, { accountId, by: commandLine });
    await renewRecoveryCodes(db, { accountId, by });
    const made = { id: 'laptop', accountId, name: 'My laptop', credentialId: 'c', publicKey: '' };
    await db.insert(passkeys).values({ ...made, counter: 0, transports: [] });
    for (const _ of [1, 2]) await removePasskey(db, { accountId, passkeyId: 'laptop', by });
    assert.deepEqual(await readAudit(db, accountId), [
      'two_factor.enabled by account',
      'recovery_codes.replaced by account',
      'two_factor.disabled by command_line',
      'passkey.deleted by account: My laptop',
    ]);
    const log = await readLog(db, accountId);
    for (const text of [shared, ...codes]) assert.ok(!log.includes(text));
  }));

test('settings are in the log by their names when they change, with their values only where data is deleted by them', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    for (const _ of [1, 2])
      await setRetention(db, {
        accountId,
        keepOriginalsDays: null,
        keepMediaDays: 7,
        keepJobsDays: null,
        by,
      });
    await assert.rejects(
      setRetention(db, { accountId, keepOriginalsDays: null, keepMediaDays: 0, keepJobsDays: null, by }),
    );
    await saveDisplayName(db, { accountId, displayName: 'Ann', by });
    await saveLanguage(db, { accountId, language: 'de', by });
    await saveEmailWhenDone(db, { accountId, emailWhenDone: 'all', by });
    for (const _ of [1, 2]) await saveVocabulary(db, { accountId, vocabulary: ['Norland'], by });
    await warnBelow(db, { accountId, limitCents: 500, by });
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'settings.updated'))
      .orderBy(auditEvents.at);
    assert.deepEqual(
      events.map(({ details }) => details),
      [
        { setting: 'retention', keepOriginalsDays: null, keepMediaDays: 7, keepJobsDays: null },
        ...['display_name', 'language', 'notifications', 'vocabulary', 'balance_warning'].map((setting) => ({
          setting,
        })),
      ],
    );
  }));

test('an account made and credited on the command line has that in its log, and no password', () =>
  withTestTransaction(async (db) => {
    const request = { email, password, balanceCents: 0 };
    const { id, apiKey } = await createAccount(db, request, { by: commandLine });
    await creditAccount(db, { email, amountCents: 1000, by: commandLine });
    const events = await db.select().from(auditEvents).where(eq(auditEvents.accountId, id));
    assert.deepEqual(events.map(({ action, actorKind }) => `${action} by ${actorKind}`).toSorted(), [
      'account.created by command_line',
      'api_key.created by command_line',
      'balance.adjusted by command_line',
    ]);
    assert.ok(!JSON.stringify(events).includes(password) && !JSON.stringify(events).includes(apiKey));
  }));

test('of a deleted account’s log only its deletion is left, with nothing that tells whose it was', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    await begin(db);
    await assert.rejects(deleteAccount(db, { accountId, password: 'wrong', by }));
    await deleteAccount(db, { accountId, password, by });
    const left = await db
      .select()
      .from(auditEvents)
      .where(and(isNull(auditEvents.accountId), eq(auditEvents.targetId, accountId)));
    assert.deepEqual(
      left.map(({ id: _id, at: _at, ...event }) => event),
      [
        {
          accountId: null,
          actorKind: 'account',
          actorId: null,
          actorName: null,
          action: 'account.deleted',
          targetId: accountId,
          targetName: null,
          details: {},
          address: null,
          userAgent: null,
        },
      ],
    );
    assert.ok(!JSON.stringify(await db.select().from(auditEvents)).includes(email));
  }));
