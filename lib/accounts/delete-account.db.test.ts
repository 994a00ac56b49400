import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { identities } from '#drizzle/schema/identities';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { passkeys } from '#drizzle/schema/passkeys';
import { payments } from '#drizzle/schema/payments';
import { pendingLinks } from '#drizzle/schema/pending-links';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginSession } from '#lib/accounts/sessions/begin-session';
import { createApiKey } from '#lib/accounts/api-keys/api-keys';
import { requestEmailChange } from '#lib/accounts/email-change/email-change';
import { createResetLink } from '#lib/accounts/passwords/reset-password';
import { deleteAccount } from '#lib/accounts/delete-account';
import { storeChallenge } from '#lib/accounts/passkeys/challenges';
import { replaceRecoveryCodes, beginTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { hold } from '#lib/billing/holds/hold';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

const password = 'a good password';

/** An account with a transcribed job, one in progress and one whose media is not fetched yet, and all else it may have. */
async function makeFullAccount(db: Tx, name: string): Promise<string> {
  const accountId = await makeAccount(db, { password, balanceCents: 100 });
  const job = { accountId, name, priceCents: 25 };
  const played = {
    renditionKey: `${name} rendition`,
    renditionType: 'audio/mp4',
    pictureKey: `${name} picture`,
    peaksKey: `${name} peaks`,
  } as const;
  await db
    .insert(jobs)
    .values({ ...job, ...played, id: `${name} done`, status: 'transcribed', mediaKey: `${name} media` });
  await db.insert(jobs).values({ ...job, id: `${name} begun`, mediaKey: `${name} upload` });
  await db.insert(jobs).values({ ...job, id: `${name} waits`, mediaUrl: 'http://media.example/a' });
  const part = { id: `${name} part`, frames: 1, partKey: `${name} part` };
  await db.insert(pictureParts).values({ jobId: `${name} done`, startSeconds: 0, ...part });
  const nothing = { words: [], speakers: [], monologues: [] };
  await db.insert(machineTranscripts).values({ jobId: `${name} done`, ...nothing });
  await db
    .insert(recognizedPieces)
    .values({ jobId: `${name} begun`, index: 0, startMs: 0, endMs: 1, words: [] });
  await hold(db, { accountId, jobId: `${name} begun`, amountCents: 25 });
  await db.insert(payments).values({ id: name, accountId, provider: 'test', amountCents: 500 });
  await db.insert(pendingLinks).values({ accountId, id: name, url: 'http://media.example/a', options: '{}' });
  await db.insert(identities).values({ issuer: 'https://login.example', subject: name, accountId });
  await beginSession(db, { accountId, userAgent: '', method: 'password' });
  await storeChallenge(db, { challenge: name, accountId });
  await db.insert(passkeys).values({
    id: name,
    accountId,
    name,
    credentialId: name,
    publicKey: '',
    counter: 0,
    transports: [],
  });
  await beginTwoFactor(db, { accountId, secret: '00'.repeat(32) });
  await replaceRecoveryCodes(db, { accountId });
  await createResetLink(db, { accountId });
  await requestEmailChange(db, { accountId, email: `${name}@new.example` });
  await createApiKey(db, { accountId, name, mode: 'live', scope: 'read', expiresAt: null });
  return accountId;
}

/** The tables that have rows of the account, or of its jobs. */
async function findTablesWithRows(db: Tx, accountId: string, name: string): Promise<string[]> {
  const columns = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'job_id') order by 1`);
  const found = new Set<string>();
  for (const { table, column } of columns) {
    const rows = await db.execute(sql`
      select from ${sql.identifier(table)}
      where ${sql.identifier(column)} in (${accountId}, ${`${name} done`}, ${`${name} begun`}) limit 1`);
    if (rows.length > 0) found.add(table);
  }
  return [...found];
}

test('an account is deleted with all that it had, its recordings too, and nothing of another goes', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [await makeFullAccount(db, 'mine'), await makeFullAccount(db, 'theirs')];
    const everything = await findTablesWithRows(db, mine, 'mine');
    assert.deepEqual(everything, [
      'api_keys',
      'audit_events',
      'email_changes',
      'identities',
      'jobs',
      'ledger_entries',
      'machine_transcripts',
      'one_time_links',
      'passkey_challenges',
      'passkeys',
      'payments',
      'pending_links',
      'picture_parts',
      'recognised_pieces',
      'recovery_codes',
      'sessions',
      'two_factors',
    ]);
    await deleteAccount(db, { accountId: mine, password });
    assert.deepEqual(await findTablesWithRows(db, mine, 'mine'), []);
    assert.deepEqual(await findTablesWithRows(db, theirs, 'theirs'), everything);
    const left = await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(inArray(accounts.id, [mine, theirs]));
    assert.deepEqual(left, [{ id: theirs }]);
    const removed = (await listPayloads(db, 'remove-media')).map(({ mediaKey }) => mediaKey);
    assert.deepEqual(
      removed.toSorted(),
      ['media', 'part', 'peaks', 'picture', 'rendition', 'upload'].map((file) => `mine ${file}`),
    );
  }));

test('nothing that belongs to accounts or jobs stays when they go', () =>
  withTestTransaction(async (db) => {
    const staying = await db.execute<{ table: string }>(sql`
      select distinct conrelid::regclass as table from pg_constraint
      where contype = 'f' and confrelid in ('accounts'::regclass, 'jobs'::regclass) and confdeltype <> 'c'`);
    // What is named there can't be deleted at all.
    assert.deepEqual([...staying], [{ table: 'legal_holds' }]);
    const loose = await db.execute(sql`
      select table_name from information_schema.columns as given
      where table_schema = 'public' and column_name = 'account_id' and not exists (
        select from pg_constraint
        where conrelid = format('%I', given.table_name)::regclass and confrelid = 'accounts'::regclass)`);
    assert.deepEqual([...loose], []);
  }));

test('a wrong password is refused by name, and everything stays', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeFullAccount(db, 'mine');
    const everything = await findTablesWithRows(db, accountId, 'mine');
    for (const wrong of ['', `${password} `]) {
      await assert.rejects(deleteAccount(db, { accountId, password: wrong }), (error) => {
        assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
        assert.deepEqual(Object.keys(error.reason.parameters), ['password']);
        return true;
      });
    }
    assert.deepEqual(await findTablesWithRows(db, accountId, 'mine'), everything);
    assert.deepEqual(await listPayloads(db, 'remove-media'), []);
  }));

test('the last operator stays until there is another one', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeFullAccount(db, 'mine'), await makeAccount(db)];
    await db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, accountId));
    const everything = await findTablesWithRows(db, accountId, 'mine');
    await assert.rejects(deleteAccount(db, { accountId, password }), (error) => {
      assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
      assert.deepEqual(Object.keys(error.reason.parameters), ['account']);
      return true;
    });
    assert.deepEqual(await findTablesWithRows(db, accountId, 'mine'), everything);
    assert.deepEqual(await listPayloads(db, 'remove-media'), []);

    await db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, other));
    await deleteAccount(db, { accountId, password });
    assert.deepEqual(await findTablesWithRows(db, accountId, 'mine'), []);
    await assert.rejects(deleteAccount(db, { accountId: other, password: '' }), Refusal);
  }));

test('of two operators who go at once, one stays', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const made = await Promise.all([makeAccount(db), makeAccount(db)]);
    await db.update(accounts).set({ role: 'operator' }).where(inArray(accounts.id, made));
    const ended = await Promise.allSettled(
      made.map((accountId) => deleteAccount(db, { accountId, password: '' })),
    );
    assert.deepEqual(ended.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const left = await db.select().from(accounts).where(eq(accounts.role, 'operator'));
    assert.equal(left.length, 1);
  } finally {
    await close();
  }
});

test('an account that signs in elsewhere is deleted without a password', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await deleteAccount(db, { accountId, password: '' });
    assert.deepEqual(await db.select().from(accounts).where(eq(accounts.id, accountId)), []);
  }));
