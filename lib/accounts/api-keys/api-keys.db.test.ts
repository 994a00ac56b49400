import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import { makeAccount } from '#e2e/support/make-account';
import { waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { createApiKey, type KeyRequest, listApiKeys, revokeApiKey } from '#lib/accounts/api-keys/api-keys';
import { findApiKey, verifyApiKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/* The life of an API key. */

function makeKey(db: Tx, accountId: string, request: Partial<KeyRequest> = {}) {
  const usual = { name: 'a key', mode: 'live', scope: 'everything', expiresAt: null } as const;
  return createApiKey(db, { accountId, ...usual, ...request });
}

async function verify(db: Tx, apiKey: string) {
  return (await verifyApiKey(db, apiKey, (sha256) => findApiKey(db, sha256)))?.key;
}

test('a key is known by its account, name, mode and scope', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    for (const mode of ['live', 'test'] as const) {
      for (const scope of ['read', 'submit', 'everything'] as const) {
        const { id, apiKey } = await makeKey(db, accountId, { mode, scope });
        assert.match(apiKey, new RegExp(`^lh_${mode}_[0-9A-Za-z]{38}$`));
        assert.deepEqual(await verify(db, apiKey), { id, accountId, name: 'a key', mode, scope });
      }
    }
  }));

test('of a key only its hash and its last four characters are stored', () =>
  withTestTransaction(async (db) => {
    const { id, apiKey } = await makeKey(db, await makeAccount(db));
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
    assert.equal(row?.lastFour, apiKey.slice(-4));
    assert.ok(!JSON.stringify(row).includes(apiKey.slice(8, -6)));
  }));

test('a key that is malformed, mistyped or unknown is none', () =>
  withTestTransaction(async (db) => {
    const { id, apiKey } = await makeKey(db, await makeAccount(db));
    const other = apiKey.at(-1) === 'a' ? 'b' : 'a';
    const wrong = [
      '',
      'lh_live_',
      ` ${apiKey}`,
      `${apiKey.slice(0, -1)}${other}`,
      apiKey.replace('live', 'test'),
    ];
    for (const key of wrong) assert.equal(await verify(db, key), undefined, key);
    await db.delete(apiKeys).where(eq(apiKeys.id, id));
    assert.equal(await verify(db, apiKey), undefined);
  }));

test('a key works until the moment it expires, and is listed after it', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id, apiKey } = await makeKey(db, accountId, { expiresAt: new Date('2100-01-01') });
    assert.equal((await verify(db, apiKey))?.id, id);
    const expire = (expiresAt: ReturnType<typeof sql>) =>
      db.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, id));
    await expire(sql`now() + interval '1 millisecond'`);
    assert.equal((await verify(db, apiKey))?.id, id);
    await expire(sql`now()`);
    assert.equal(await verify(db, apiKey), undefined);
    assert.deepEqual(
      (await listApiKeys(db, { accountId })).map((key) => key.id),
      [id],
    );
  }));

test('a revoked key works no more and is listed no more, the others are; revoking again is harmless', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const [ended, active] = [await makeKey(db, accountId), await makeKey(db, accountId)];
    await revokeApiKey(db, { accountId, keyId: ended.id });
    await revokeApiKey(db, { accountId, keyId: ended.id });
    await revokeApiKey(db, { accountId, keyId: 'no-such-key' });
    assert.equal(await verify(db, ended.apiKey), undefined);
    assert.equal((await verify(db, active.apiKey))?.id, active.id);
    assert.deepEqual(
      (await listApiKeys(db, { accountId })).map(({ id }) => id),
      [active.id],
    );
  }));

test('nobody sees or revokes another account’s key', () =>
  withTestTransaction(async (db) => {
    const [mine, otherAccount] = [await makeAccount(db), await makeAccount(db)];
    const { id: keyId, apiKey } = await makeKey(db, mine);
    await revokeApiKey(db, { accountId: otherAccount, keyId });
    assert.equal((await verify(db, apiKey))?.accountId, mine);
    assert.deepEqual(await listApiKeys(db, { accountId: otherAccount }), []);
  }));

test('keys are listed newest first, with everything but the key', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    for (const name of ['older', 'newer']) {
      const { id } = await makeKey(db, accountId, { name: ` ${name} `, mode: 'test', scope: 'read' });
      const createdAt = name === 'older' ? sql`now() - interval '1 day'` : sql`now()`;
      await db.update(apiKeys).set({ createdAt }).where(eq(apiKeys.id, id));
    }
    const [first, second] = await listApiKeys(db, { accountId });
    assert.deepEqual([first?.name, second?.name], ['newer', 'older']);
    assert.deepEqual(
      { ...first, id: '', createdAt: '', lastFour: '' },
      {
        id: '',
        createdAt: '',
        lastFour: '',
        name: 'newer',
        mode: 'test',
        scope: 'read',
        expiresAt: null,
        lastUsedAt: null,
      },
    );
  }));

test('a key without a name, with a very long one, or that has expired already is refused by parameter', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const past = { expiresAt: new Date('2000-01-01') };
    for (const [request, names] of [
      [{ name: '  ' }, ['name']],
      [{ name: 'é'.repeat(101) }, ['name']],
      [{ name: 'a\u0000b' }, ['name']],
      [past, ['expires']],
      [{ name: '', ...past }, ['name', 'expires']],
    ] as const) {
      await assert.rejects(makeKey(db, accountId, request), (error) => {
        assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
        assert.deepEqual(Object.keys(error.reason.parameters), names);
        return true;
      });
    }
    await makeKey(db, accountId, { name: '👩‍🚀'.repeat(20) });
    assert.equal((await listApiKeys(db, { accountId })).length, 1);
  }));

test('a key’s use is noted once a minute', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const [key, later] = [await makeKey(db, accountId), await makeKey(db, accountId)];
    const isNoted = async (keyId: string, seconds: number) => {
      const [row] = await db
        .select({ ago: sql`extract(epoch from now() - ${apiKeys.lastUsedAt})`.mapWith(Number) })
        .from(apiKeys)
        .where(eq(apiKeys.id, keyId));
      return row?.ago === seconds ? true : undefined;
    };
    const usedBefore = (seconds: number) =>
      db
        .update(apiKeys)
        .set({ lastUsedAt: sql`now() - make_interval(secs => ${seconds})` })
        .where(eq(apiKeys.id, key.id));
    await verify(db, key.apiKey);
    await waitFor('the first use to be noted', () => isNoted(key.id, 0));
    await usedBefore(59);
    await verify(db, key.apiKey);
    // Noted behind whatever the use before would have had noted.
    await verify(db, later.apiKey);
    await waitFor('the use of another key to be noted', () => isNoted(later.id, 0));
    assert.equal(await isNoted(key.id, 59), true);
    await usedBefore(61);
    await verify(db, key.apiKey);
    await waitFor('a use after a minute to be noted', () => isNoted(key.id, 0));
  }));
