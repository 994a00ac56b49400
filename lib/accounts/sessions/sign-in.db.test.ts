import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { makeAccount } from '#e2e/support/make-account';
import { sharedDatabase } from '#e2e/support/shared-database';
import { createDatabase } from '#e2e/support/test-database';
import { ceilingMs, waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { listSessions, readSession } from '#lib/accounts/sessions/read-session';
import { signIn } from '#lib/accounts/sessions/sign-in';
import { signInWithIdentity, type Identity } from '#lib/accounts/sessions/sign-in-with-identity';
import { findAccount } from '#lib/accounts/find-account';
import { hasPassword } from '#lib/accounts/passwords/stored-password';
import { beginTwoFactor, confirmTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import { countAttempt } from '#lib/api/limits/limit-attempts';
import { connect, type Tx } from '#lib/db/connect';

/* Who is signed in, by a password or by the word of an OpenID Connect provider. */

const email = 'Ann@longhand.example';
const password = 'a good password';
const userAgent = 'a browser';

test('address, in any case, and password begin a session of the account', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    const session = await signIn(db, { email: ' aNN@LONGHAND.example ', password, userAgent });
    assert.ok(typeof session === 'object');
    assert.deepEqual(await readSession(db, session), {
      accountId,
      email,
      displayName: null,
      language: null,
      role: 'member',
    });
  }));

test('a wrong password, no account and an account without a password begin none', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    await makeAccount(db, { email: 'elsewhere@longhand.example' });
    for (const wrong of [
      { email, password: `${password} ` },
      { email, password: '' },
      { email: 'nobody@longhand.example', password },
      { email: 'elsewhere@longhand.example', password: '' },
    ]) {
      assert.equal(await signIn(db, { ...wrong, userAgent }), undefined);
    }
    assert.deepEqual(await listSessions(db, { accountId }), []);
  }));

test('no session of the old password begins behind the back of a change', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { email, password });
    let signingIn: ReturnType<typeof signIn> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, accountId));
      signingIn = signIn(db, { email, password, userAgent });
      await waitFor('the sign-in to wait for the change', async () => {
        const waiting = await db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return waiting.length > 0 ? true : undefined;
      });
    });
    assert.equal(await signingIn, undefined);
    assert.deepEqual(await listSessions(db, { accountId }), []);
  } finally {
    await close();
  }
});

// Otherwise ten concurrent sign-ins would wait for each other's connections forever.
test('a sign-in with a code is counted and needs one connection only', { timeout: ceilingMs }, async () => {
  const database = await createDatabase();
  const { db, close } = connect(database.url, { max: 1 });
  try {
    const secret = 'the secret of the installation';
    const accountId = await makeAccount(db, { email, password });
    const app = (await beginTwoFactor(db, { accountId, secret })) ?? '';
    const now = getStep(new Date());
    const [recoveryCode = ''] = await confirmTwoFactor(db, { accountId, secret, code: getCode(app, now) });
    const counted: string[] = [];
    const enter = (code?: string) =>
      signIn(
        db,
        { email, password, userAgent },
        code === undefined
          ? undefined
          : {
              code,
              secret,
              countAttempt: async (account) => {
                await countAttempt(db, 'second-factor', { address: '192.0.2.1', account });
                counted.push(account);
              },
            },
      );
    assert.equal(await enter(), 'code-required');
    assert.deepEqual(counted, []);
    assert.equal(await enter('no code'), 'wrong-code');
    assert.equal(typeof (await enter(recoveryCode)), 'object');
    assert.deepEqual(counted, [accountId, accountId]);
    assert.equal((await listSessions(db, { accountId })).length, 1);
  } finally {
    await close();
    await database.drop();
  }
});

const identity: Identity = { issuer: 'https://login.example', subject: '1', email, emailVerified: true };

async function come(
  db: Tx,
  changes: Partial<Identity> = {},
  signUp: 'open' | 'invite' | 'closed' = 'closed',
) {
  const outcome = await signInWithIdentity(db, { ...identity, ...changes }, { signUp, userAgent });
  return typeof outcome === 'string' ? outcome : (await readSession(db, outcome))?.accountId;
}

test('a verified address opens the account that has it, from then on whatever the address becomes', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email, password });
    assert.equal(await come(db, { email: email.toUpperCase() }), accountId);
    assert.equal(await come(db, { email: 'moved@longhand.example', emailVerified: false }), accountId);
    assert.equal(await come(db, { email: undefined }), accountId);
  }));

test('an address that the provider has not verified, or that we have not, opens nothing', () =>
  withTestTransaction(async (db) => {
    await makeAccount(db, { email });
    await makeAccount(db, { email: 'taken@longhand.example', emailConfirmed: false });
    assert.equal(await come(db, { emailVerified: false }, 'open'), 'email-unverified');
    assert.equal(await come(db, { email: undefined }, 'open'), 'email-unverified');
    assert.equal(await come(db, { email: 'taken@longhand.example' }, 'open'), 'email-unconfirmed');
    assert.equal(await come(db, { email: 'new@longhand.example', emailVerified: false }), 'email-unverified');
  }));

test('the same name at another provider is another person', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    assert.equal(await come(db), accountId);
    const elsewhere = { issuer: 'https://evil.example', email: 'eve@longhand.example' };
    assert.equal(await come(db, elsewhere), 'no-account');
    assert.equal(
      await come(db, { ...elsewhere, subject: '2' }, 'open'),
      (await findAccount(db, { email: 'eve@longhand.example' })).id,
    );
  }));

test('who has no account gets one, without password or money, only where everybody may sign up', () =>
  withTestTransaction(async (db) => {
    for (const signUp of ['closed', 'invite'] as const) {
      assert.equal(await come(db, {}, signUp), 'no-account');
    }
    const accountId = (await come(db, {}, 'open')) ?? '';
    const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
    assert.deepEqual([account?.email, account?.balanceCents, account?.emailConfirmed], [email, 0, true]);
    assert.equal(await hasPassword(db, { accountId }), false);
    assert.equal(await come(db), accountId);
  }));
