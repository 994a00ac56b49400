import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import { makeAccount } from '#e2e/support/make-account';
import { sharedDatabase } from '#e2e/support/shared-database';
import { waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import {
  rotateSigningSecret,
  sealPlainSecrets,
  listSigningSecrets,
  readSigningSecrets,
} from '#lib/callbacks/signing/signing-secrets';
import { sign } from '#lib/callbacks/signing/sign';
import type { Tx } from '#lib/db/connect';
import { auditEvents } from '#drizzle/schema/audit-events';
import { owner as by, readAudit } from '#e2e/support/read-audit';

const secret = '00'.repeat(32);
const otherSecret = '11'.repeat(32);

async function listStored(db: Tx, accountId: string): Promise<string[]> {
  const found = await db.select().from(signingSecrets).where(eq(signingSecrets.accountId, accountId));
  return found.map((row) => row.secret);
}

test('an account that has no secret is given one of 32 bytes, and keeps it', async () => {
  await withTestTransaction(async (db) => {
    const [accountId, other] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const [made = '', ...more] = await readSigningSecrets(db, { accountId, secret });
    assert.match(made, /^whsec_/);
    assert.equal(Buffer.from(made.slice('whsec_'.length), 'base64').length, 32);
    assert.deepEqual(more, []);
    assert.deepEqual(await readSigningSecrets(db, { accountId, secret }), [made]);
    assert.notDeepEqual(await readSigningSecrets(db, { accountId: other, secret }), [made]);
  });
});

test('a new secret is in use at once, and the one that it replaces is valid for 24 hours more', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const [old] = await readSigningSecrets(db, { accountId, secret });
    await rotateSigningSecret(db, { accountId, secret });
    const [inUse, replaced, ...more] = await listSigningSecrets(db, { accountId, secret });
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
    assert.deepEqual(await readSigningSecrets(db, { accountId, secret }), [inUse?.secret]);
  });
});

test('a secret that was replaced twice is forgotten, of this account only', async () => {
  await withTestTransaction(async (db) => {
    const [accountId, other] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    await rotateSigningSecret(db, { accountId: other, secret });
    const [first] = await readSigningSecrets(db, { accountId, secret });
    await rotateSigningSecret(db, { accountId, secret });
    const [second] = await readSigningSecrets(db, { accountId, secret });
    await rotateSigningSecret(db, { accountId, secret });
    const valid = await readSigningSecrets(db, { accountId, secret });
    assert.equal(valid.length, 2);
    assert.equal(valid[1], second);
    assert.ok(!valid.includes(first ?? ''));
    assert.equal((await readSigningSecrets(db, { accountId: other, secret })).length, 2);
  });
});

test('two who come at once get the same first secret, and those who rotate at once take turns', async () => {
  const { db, sql: admin, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const [one, other] = await Promise.all([1, 2].map(() => readSigningSecrets(db, { accountId, secret })));
    assert.deepEqual(one, other);

    const holder = await admin.reserve();
    await holder`begin`;
    await holder`select from accounts where id = ${accountId} for update`;
    const rotated = Promise.all([1, 2, 3].map(() => rotateSigningSecret(db, { accountId, secret })));
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

test('the database alone gives no secret away, neither a first nor a replaced one', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await rotateSigningSecret(db, { accountId, secret });
    const valid = await readSigningSecrets(db, { accountId, secret });
    const stored = await listStored(db, accountId);
    assert.equal(stored.length, 2);
    for (const row of stored) {
      assert.match(row, /^sealed\./);
      for (const text of valid) assert.ok(!row.includes(text.slice('whsec_'.length)));
    }
    // What is sealed opens in no other row.
    const other = await makeAccount(db);
    await db.insert(signingSecrets).values({ id: 'copied', accountId: other, secret: stored[0] ?? '' });
    assert.deepEqual(await readSigningSecrets(db, { accountId: other, secret }), []);
  });
});

test('secrets in plain text sign as ever, and sealing them changes no signature', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const plain = [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    ] as const;
    await db.insert(signingSecrets).values([
      { id: 'in use', accountId, secret: plain[0] },
      { id: 'replaced', accountId, secret: plain[1], validUntil: sql`now() + interval '1 hour'` },
    ]);
    const signed = { id: 'message', timestamp: 1_700_000_000, body: '{"job":{}}' };
    const expected = sign(signed, plain);
    const read = () => readSigningSecrets(db, { accountId, secret });
    assert.deepEqual(await read(), plain);
    for (let times = 0; times < 2; times++) {
      await sealPlainSecrets(db, secret);
      assert.deepEqual(sign(signed, await read()), expected);
      for (const row of await listStored(db, accountId)) assert.match(row, /^sealed\./);
    }
  });
});

test('under another installation secret nothing is signed until the signing secret is replaced', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const [before] = await readSigningSecrets(db, { accountId, secret });
    const changed = { accountId, secret: otherSecret };
    assert.deepEqual(await readSigningSecrets(db, changed), []);
    assert.deepEqual(
      (await listSigningSecrets(db, changed)).map((listed) => listed.secret),
      [undefined],
    );
    assert.deepEqual(await readSigningSecrets(db, { accountId, secret }), [before]);
    await rotateSigningSecret(db, changed);
    assert.equal((await readSigningSecrets(db, changed)).length, 1);
  });
});

test('a new secret is in the log, and what it is is not', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await rotateSigningSecret(db, { accountId, secret, by });
    assert.deepEqual(await readAudit(db, accountId), ['signing_secret.rotated by account']);
    const log = JSON.stringify(await db.select().from(auditEvents));
    for (const made of await readSigningSecrets(db, { accountId, secret })) assert.ok(!log.includes(made));
  }));
