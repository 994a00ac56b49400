import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createApiKey } from '#lib/accounts/api-keys/api-keys';
import { changePassword } from '#lib/accounts/passwords/change-password';
import { createResetLink, resetPassword } from '#lib/accounts/passwords/reset-password';
import { signIn } from '#lib/accounts/sessions/sign-in';
import { beginTwoFactor, confirmTwoFactor, turnOffTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import type { Tx } from '#lib/db/connect';
import { env } from '#lib/settings/env';

const secret = '00'.repeat(32);
const email = 'ann@longhand.example';
const password = 'a good password';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const newerChrome = chrome.replace('140', '141');
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'longhand@longhand.example' };

/** Runs with a mail server set, and returns the emails to the account's owner that wait in the queue. */
async function listEmails(run: (db: Tx) => Promise<void>): Promise<Array<{ subject: string; text: string }>> {
  let emails: Array<{ subject: string; text: string }> = [];
  // Other tests of this process have read the settings already.
  const settings = env();
  const { mail: before } = settings;
  settings.mail = mail;
  try {
    await withTestTransaction(async (db) => {
      await run(db);
      emails = await listPayloads(db, 'send-mail');
    });
  } finally {
    settings.mail = before;
  }
  return emails;
}

test('a change of the password, of two-factor sign-in or of the keys is told by email, without secrets', async () => {
  const by = { kind: 'account', address: '203.0.113.7', userAgent: chrome } as const;
  const secrets: string[] = [password, 'another good password', 'a third good password'];
  const emails = await listEmails(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    const shared = (await beginTwoFactor(db, { accountId, secret })) ?? '';
    const now = new Date();
    const code = getCode(shared, getStep(now));
    const codes = await confirmTwoFactor(db, { accountId, secret, now, code, by });
    assert.ok(Array.isArray(codes));
    await turnOffTwoFactor(db, { accountId, by });
    await turnOffTwoFactor(db, { accountId, by });
    const key = { accountId, name: 'Backup', mode: 'live', scope: 'everything', expiresAt: null } as const;
    const { apiKey } = await createApiKey(db, { ...key, by });
    await createApiKey(db, key);
    const change = { accountId, sessionId: 'none', by };
    await changePassword(db, { ...change, current: 'wrong', chosen: secrets[1] ?? '' });
    await changePassword(db, { ...change, current: password, chosen: secrets[1] ?? '' });
    const { path } = await createResetLink(db, { accountId });
    const token = path.split('token=')[1] ?? '';
    await resetPassword(db, { token, chosen: secrets[2] ?? '', by });
    secrets.push(shared, ...codes, apiKey, token);
  });
  assert.deepEqual(emails.map(({ subject }) => subject).toSorted(), [
    'New API key for your Longhand account',
    'Two-factor sign-in was turned off',
    'Two-factor sign-in was turned on',
    'Your Longhand password was changed',
    'Your Longhand password was reset',
  ]);
  for (const { text } of emails) {
    assert.match(text, /Browser: Chrome on Linux\nIP address: 203\.0\.113\.7\n/);
    assert.ok(secrets.every((given) => !text.includes(given)));
  }
});

test('a sign-in from a new browser is told in the account’s language, but neither the first nor a known one', async () => {
  const emails = await listEmails(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    await db.update(accounts).set({ language: 'de' }).where(eq(accounts.id, accountId));
    for (const userAgent of [chrome, newerChrome, firefox, firefox]) {
      await signIn(db, { email, password, userAgent, address: '203.0.113.7' });
    }
  });
  assert.equal(emails.length, 1);
  assert.equal(emails[0]?.subject, 'Neue Anmeldung bei Ihrem Longhand-Konto');
  assert.match(emails[0]?.text ?? '', /Browser: Firefox auf Windows\nIP-Adresse: 203\.0\.113\.7/);
});
