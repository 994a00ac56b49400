import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import { makeAccount } from '#e2e/support/make-account';
import { testDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { rotateSigningSecret } from '#lib/callbacks/rotate-signing-secret';
import { listSigningSecrets, readSigningSecrets } from '#lib/callbacks/signing-secrets';

test('an account that has no secret is given one of 32 bytes, and keeps it', async () => {
  await withTestTransaction(async (db) => {
    const [accountId, other] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const [secret = '', ...more] = await readSigningSecrets(db, accountId);
    assert.match(secret, /^whsec_/);
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
    assert.deepEqual(more, []);
    assert.deepEqual(await readSigningSecrets(db, accountId), [secret]);
    assert.notDeepEqual(await readSigningSecrets(db, other), [secret]);
  });
});

test('a new secret is in use at once, and the one that it replaces is valid for 24 hours more', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const [old] = await readSigningSecrets(db, accountId);
    await rotateSigningSecret(db, { accountId });
    const [inUse, replaced, ...more] = await listSigningSecrets(db, { accountId });
    assert.notEqual(inUse?.secret, old);
    assert.equal(inUse?.validUntil, null);
    assert.equal(replaced?.secret, old);
    assert.deepEqual(more, []);
    const [left] = await db
      .select({ hours: sql<number>`extract(epoch from valid_until - now())::int / 3600` })
      .from(signingSecrets)
      .where(isNotNull(signingSecrets.validUntil));
    assert.equal(left?.hours, 24);

    await db
      .update(signingSecrets)
      .set({ validUntil: sql`now()` })
      .where(isNotNull(signingSecrets.validUntil));
    assert.deepEqual(await readSigningSecrets(db, accountId), [inUse?.secret]);
  });
});

test('a secret that was replaced twice is forgotten, of this account only', async () => {
  await withTestTransaction(async (db) => {
    const [accountId, other] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    await rotateSigningSecret(db, { accountId: other });
    const [first] = await readSigningSecrets(db, accountId);
    await rotateSigningSecret(db, { accountId });
    const [second] = await readSigningSecrets(db, accountId);
    await rotateSigningSecret(db, { accountId });
    const valid = await readSigningSecrets(db, accountId);
    assert.equal(valid.length, 2);
    assert.equal(valid[1], second);
    assert.ok(!valid.includes(first ?? ''));
    assert.equal((await readSigningSecrets(db, other)).length, 2);
  });
});

test('two who come at once get the same first secret, and those who rotate at once take turns', async () => {
  const { db, sql: admin, close } = await testDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const [one, other] = await Promise.all([1, 2].map(() => readSigningSecrets(db, accountId)));
    assert.deepEqual(one, other);

    const holder = await admin.reserve();
    await holder`begin`;
    await holder`select from accounts where id = ${accountId} for update`;
    const rotated = Promise.all([1, 2, 3].map(() => rotateSigningSecret(db, { accountId })));
    await waitFor('all three to wait for their turn', async () => {
      const waiting = await admin`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length === 3 ? true : undefined;
    });
    await holder`commit`;
    holder.release();
    await rotated;
    const stored = await db.select().from(signingSecrets).where(eq(signingSecrets.accountId, accountId));
    assert.equal(stored.length, 2);
    assert.equal(stored.filter(({ validUntil }) => validUntil === null).length, 1);
  } finally {
    await close();
  }
});
