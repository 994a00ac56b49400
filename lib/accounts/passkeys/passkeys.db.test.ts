import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { passkeyChallenges, passkeys } from '#drizzle/schema/passkeys';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { addPasskey, beginPasskey, parsePasskeyName } from '#lib/accounts/passkeys/add-passkey';
import { storeChallenge, takeChallenge } from '#lib/accounts/passkeys/challenges';
import { listPasskeys, removePasskey } from '#lib/accounts/passkeys/passkeys';
import { beginPasskeySignIn, signInWithPasskey } from '#lib/accounts/passkeys/sign-in-with-passkey';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/* That real answers of browsers are understood is tested in e2e/account/passkeys.test.ts. */

const party = { rpId: 'longhand.example', origin: 'https://longhand.example' };

async function insertPasskey(db: Tx, accountId: string, name: string): Promise<void> {
  await db.insert(passkeys).values({
    id: name,
    accountId,
    name,
    credentialId: `credential-of-${name}`,
    publicKey: '',
    counter: 0,
    transports: [],
  });
}

test('a challenge is answered once, by its browser, for its account and in time', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    const adding = await storeChallenge(db, { challenge: 'add', accountId });
    const signingIn = await storeChallenge(db, { challenge: 'sign in', accountId: null });
    assert.equal(await takeChallenge(db, { token: 'another browser’s', accountId: null }), undefined);
    assert.equal(await takeChallenge(db, { token: adding, accountId: other }), undefined);
    assert.equal(await takeChallenge(db, { token: adding, accountId: null }), undefined);
    assert.equal(await takeChallenge(db, { token: signingIn, accountId }), undefined);
    assert.equal(await takeChallenge(db, { token: adding, accountId }), 'add');
    assert.equal(await takeChallenge(db, { token: signingIn, accountId: null }), 'sign in');
    for (const [token, of] of [
      [adding, accountId],
      [signingIn, null],
    ] as const) {
      assert.equal(await takeChallenge(db, { token, accountId: of }), undefined);
    }
    const late = await storeChallenge(db, { challenge: 'late', accountId });
    assert.ok(!JSON.stringify(await db.select().from(passkeyChallenges)).includes(late));
    await db.update(passkeyChallenges).set({ validUntil: sql`now()` });
    assert.equal(await takeChallenge(db, { token: late, accountId }), undefined);
  }));

test('browsers are asked for passkeys that find their account and check the person', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await insertPasskey(db, accountId, 'laptop');
    const { options } = await beginPasskey(db, { accountId, email: 'ann@longhand.example', party });
    assert.equal(options.rp.id, party.rpId);
    assert.equal(options.authenticatorSelection?.residentKey, 'required');
    assert.equal(options.authenticatorSelection?.userVerification, 'required');
    assert.deepEqual(
      options.excludeCredentials?.map(({ id }) => id),
      ['credential-of-laptop'],
    );
    const request = await beginPasskeySignIn(db, party);
    assert.equal(request.options.userVerification, 'required');
    assert.equal(request.options.allowCredentials, undefined);
    assert.notEqual(request.options.challenge, (await beginPasskeySignIn(db, party)).options.challenge);
  }));

test('a made-up answer neither adds a passkey nor signs in, and uses the challenge up', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await insertPasskey(db, accountId, 'laptop');
    const id = 'credential-of-laptop';
    const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
    const { token } = await beginPasskey(db, { accountId, email: 'ann@longhand.example', party });
    const response = { ...common, response: { clientDataJSON: '', attestationObject: '' } };
    assert.equal(await addPasskey(db, { accountId, name: 'phone', token, response, party }), 'unusable');
    assert.equal(await takeChallenge(db, { token, accountId }), undefined);

    const signingIn = (await beginPasskeySignIn(db, party)).token;
    const answer = { ...common, response: { clientDataJSON: '', authenticatorData: '', signature: '' } };
    const given = { token: signingIn, response: answer, party, userAgent: '' };
    assert.equal(await signInWithPasskey(db, given), undefined);
    assert.equal(await takeChallenge(db, { token: signingIn, accountId: null }), undefined);
  }));

test('passkeys are listed and removed by their own account only', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    await insertPasskey(db, accountId, 'laptop');
    await insertPasskey(db, other, 'phone');
    const names = async () => (await listPasskeys(db, { accountId })).map(({ name }) => name);
    assert.deepEqual(await names(), ['laptop']);
    await removePasskey(db, { accountId: other, passkeyId: 'laptop' });
    assert.deepEqual(await names(), ['laptop']);
    await removePasskey(db, { accountId, passkeyId: 'laptop' });
    assert.deepEqual(await names(), []);
    assert.equal((await listPasskeys(db, { accountId: other })).length, 1);
  }));

test('a name is one line of 1 to 80 characters', () => {
  assert.equal(parsePasskeyName('  My \n phone '), 'My phone');
  for (const wrong of ['', '   ', 'x'.repeat(81)]) assert.throws(() => parsePasskeyName(wrong), Refusal);
});
