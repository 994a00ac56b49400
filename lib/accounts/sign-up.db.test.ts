import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createAccount, createFirstAccount } from '#lib/accounts/create-account';
import { lookUpAccount, listAccounts } from '#lib/accounts/find-account';
import { invite, readInvitation } from '#lib/accounts/invite';
import { requestLink } from '#lib/accounts/request-link';
import { signIn } from '#lib/accounts/sessions/sign-in';
import { signUp, signUpInvited } from '#lib/accounts/sign-up';
import { findApiKey, verifyApiKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import { isRefusal } from '#e2e/support/is-refusal';

/* How accounts come to be: by the operator, by oneself, by invitation. */

const email = 'Ann@longhand.example';
const password = 'a good password';

async function makeInvitation(db: Tx, address?: string): Promise<string> {
  return (await invite(db, { email: address })).path.slice('/sign-up?invitation='.length);
}

test('the operator’s account has the balance, the password and the key it was given, or generated ones', () =>
  withTestTransaction(async (db) => {
    const made = await createAccount(db, { email, password, balanceCents: 100 });
    assert.deepEqual([made.email, made.password, made.balanceCents], [email, password, 100]);
    assert.ok(await signIn(db, { email, password, userAgent: '' }));
    const verified = await verifyApiKey(db, made.apiKey, (sha256) => findApiKey(db, sha256));
    assert.deepEqual([verified?.key.mode, verified?.key.scope], ['live', 'everything']);
    const other = await createAccount(db, { email: 'bob@longhand.example', balanceCents: 0 });
    assert.match(other.password, /^[a-z2-9]{20}$/);
    assert.ok(await signIn(db, { email: other.email, password: other.password, userAgent: '' }));
  }));

test('an account is refused for a taken address in any case, what is no address, and a short password', () =>
  withTestTransaction(async (db) => {
    await makeAccount(db, { email });
    const create = (given: { email: string; password?: string }) =>
      createAccount(db, { balanceCents: 0, ...given });
    await assert.rejects(create({ email: email.toUpperCase() }), isRefusal('email-taken'));
    await assert.rejects(create({ email: 'no address' }), isRefusal('invalid-parameters'));
    const short = { email: 'bob@longhand.example', password: '1234567' };
    await assert.rejects(create(short), isRefusal('invalid-parameters'));
    assert.equal((await listAccounts(db)).length, 1);
  }));

test('a new installation has a first account, and any later start makes no other', () =>
  withTestTransaction(async (db) => {
    const first = await createFirstAccount(db);
    assert.deepEqual([first?.email, first?.balanceCents], ['owner@longhand.local', 50_00]);
    assert.equal(await createFirstAccount(db), undefined);
    await db.update(accounts).set({ createdAt: sql`now() - interval '1 day'` });
    await makeAccount(db, { email, balanceCents: 7 });
    assert.deepEqual(
      (await listAccounts(db)).map(({ email, balanceCents }) => [email, balanceCents]),
      [
        ['owner@longhand.local', 50_00],
        [email, 7],
      ],
    );
  }));

test('a new visitor’s account has no money, and nobody has confirmed its address', () =>
  withTestTransaction(async (db) => {
    assert.equal(await signUp(db, { email, password }), 'created');
    const [account] = await db.select().from(accounts);
    assert.deepEqual([account?.email, account?.balanceCents, account?.emailConfirmed], [email, 0, false]);
    assert.ok(await signIn(db, { email, password, userAgent: '' }));
  }));

test('a taken address, in any case, makes no account, and leaves the one that has it as it is', () =>
  withTestTransaction(async (db) => {
    await makeAccount(db, { email, password });
    const chosen = { email: email.toUpperCase(), password: 'another password' };
    assert.equal(await signUp(db, chosen), 'email-unusable');
    assert.ok(await signIn(db, { email, password, userAgent: '' }));
    assert.equal((await listAccounts(db)).length, 1);
    await assert.rejects(signUp(db, { email: 'no address', password }), isRefusal('invalid-parameters'));
    const short = signUp(db, { email: 'bob@longhand.example', password: '1234567' });
    await assert.rejects(short, isRefusal('invalid-parameters'));
    const own = signUp(db, { email: 'robert@longhand.example', password: 'Robert1990' });
    await assert.rejects(own, isRefusal('invalid-parameters'));
    assert.equal((await listAccounts(db)).length, 1);
  }));

test('an invitation makes one account, with an address that nobody has confirmed', () =>
  withTestTransaction(async (db) => {
    const invitation = await makeInvitation(db);
    assert.deepEqual(await readInvitation(db, { token: invitation }), { email: null });
    assert.equal(await signUpInvited(db, { email, password, invitation }), 'created');
    assert.equal((await lookUpAccount(db, { email }))?.emailConfirmed, false);
    const second = { email: 'second@longhand.example', password, invitation };
    assert.equal(await signUpInvited(db, second), 'invitation-unusable');
    assert.equal(await readInvitation(db, { token: invitation }), undefined);
    assert.equal((await listAccounts(db)).length, 1);
  }));

test('a taken address or a short password does not use the invitation up', () =>
  withTestTransaction(async (db) => {
    await makeAccount(db, { email });
    const invitation = await makeInvitation(db);
    assert.equal(await signUpInvited(db, { email, password, invitation }), 'email-unusable');
    const other = { email: 'other@longhand.example', invitation };
    for (const refused of ['1234567', 'Other@Longhand.Example'])
      await assert.rejects(signUpInvited(db, { ...other, password: refused }), Refusal);
    assert.equal(await signUpInvited(db, { ...other, password }), 'created');
  }));

test('an invitation of one address is good for it only, and confirms it', () =>
  withTestTransaction(async (db) => {
    const invitation = await makeInvitation(db, email);
    assert.deepEqual(await readInvitation(db, { token: invitation }), { email });
    const other = { email: 'other@longhand.example', password, invitation };
    await assert.rejects(signUpInvited(db, other), isRefusal('invalid-parameters'));
    assert.equal(await signUpInvited(db, { email: email.toLowerCase(), password, invitation }), 'created');
    assert.equal((await lookUpAccount(db, { email }))?.emailConfirmed, true);
  }));

test('an invitation ends after seven days, and a link to a new password is none', () =>
  withTestTransaction(async (db) => {
    const token = await makeInvitation(db);
    const days = sql`extract(epoch from ${oneTimeLinks.validUntil} - now()) / 86400`.mapWith(Math.round);
    const [link] = await db.select({ days, sha256: oneTimeLinks.sha256 }).from(oneTimeLinks);
    assert.equal(link?.days, 7);
    assert.notEqual(link?.sha256, token);
    await db.update(oneTimeLinks).set({ validUntil: sql`now()` });
    assert.equal(await readInvitation(db, { token }), undefined);
    assert.equal(await signUpInvited(db, { email, password, invitation: token }), 'invitation-unusable');
    const accountId = await makeAccount(db);
    await db
      .update(oneTimeLinks)
      .set({ kind: 'reset', accountId, validUntil: sql`now() + interval '1 hour'` })
      .where(eq(oneTimeLinks.sha256, link?.sha256 ?? ''));
    assert.equal(await readInvitation(db, { token }), undefined);
  }));

test('nobody is invited who has an account already, or at what is no address', () =>
  withTestTransaction(async (db) => {
    await makeAccount(db, { email });
    await assert.rejects(invite(db, { email: email.toLowerCase() }), isRefusal('email-taken'));
    await assert.rejects(invite(db, { email: 'no address' }), isRefusal('invalid-parameters'));
    assert.equal((await db.select().from(oneTimeLinks)).length, 0);
  }));

test('asking for a link does the same for an address with an account and for any other', () =>
  withTestTransaction(async (db) => {
    await makeAccount(db, { email });
    for (const to of [email, 'nobody@longhand.example'])
      await requestLink(db, { purpose: 'reset', email: to });
    await assert.rejects(
      requestLink(db, { purpose: 'sign-up', email: 'no address' }),
      isRefusal('invalid-parameters'),
    );
    const tasks = await listPayloads(db, 'mail-link');
    assert.deepEqual(
      tasks.map(({ purpose, email }) => ({ purpose, email })),
      [
        { purpose: 'reset', email },
        { purpose: 'reset', email: 'nobody@longhand.example' },
      ],
    );
    assert.equal((await db.select().from(oneTimeLinks)).length, 0, 'no token lies in the queue');
  }));
