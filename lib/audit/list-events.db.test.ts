import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { makeAccount } from '#e2e/support/make-account';
import { owner } from '#e2e/support/read-audit';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { listEvents, readAllEvents } from '#lib/audit/list-events';
import { presentEvent } from '#lib/audit/present-event';
import { recordEvent } from '#lib/audit/record-events';
import type { Tx } from '#lib/db/connect';

/** So many events of the account, one a minute, the first one the oldest. */
async function insertEvents(db: Tx, accountId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `${accountId} ${i}`,
    accountId,
    at: sql`now() + ${i}::int * interval '1 minute'`,
    actorKind: 'service' as const,
    action: 'job.deleted' as const,
    targetName: `${i}`,
  }));
  await db.insert(auditEvents).values(rows);
}

test('the events of an account are read page by page, newest first, and no other’s', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    await insertEvents(db, accountId, 5);
    await insertEvents(db, other, 5);
    const names = async (before?: string) =>
      (await listEvents(db, { accountId, before, limit: 2 })).map(({ targetName }) => targetName);
    assert.deepEqual(await names(), ['4', '3']);
    assert.deepEqual(await names(`${accountId} 3`), ['2', '1']);
    assert.deepEqual(await names(`${other} 3`), []);
    assert.deepEqual(await names('gone'), []);
  }));

test('owners learn that an operator did something, and not which one or from where', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email: 'ann@longhand.example' });
    const by = { ...owner, kind: 'operator', name: 'op@longhand.example' } as const;
    await recordEvent(db, { accountId, action: 'balance.adjusted', by, details: { amountCents: -5 } });
    const [seen] = await listEvents(db, { accountId, limit: 1 });
    assert.deepEqual(
      [seen?.actorKind, seen?.actorId, seen?.actorName, seen?.address, seen?.userAgent],
      ['operator', null, null, null, null],
    );
    const all = [];
    for await (const event of readAllEvents(db, { accountId })) all.push(presentEvent(event));
    const adjusted = all.at(-1);
    assert.deepEqual(adjusted, {
      id: adjusted?.id,
      at: adjusted?.at,
      account: { id: accountId, email: 'ann@longhand.example' },
      actor: { kind: 'operator', id: 'owner', name: 'op@longhand.example' },
      action: 'balance.adjusted',
      target: null,
      details: { amountCents: -5 },
      address: '192.0.2.7',
      user_agent: 'a browser',
    });
  }));

test('all events are read, however many, oldest first: of one account, or of all and the installation', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    await db.delete(auditEvents);
    await insertEvents(db, accountId, 1203);
    await insertEvents(db, other, 2);
    await recordEvent(db, { accountId: null, action: 'invitation.created', by: undefined });
    const names: Array<string | null> = [];
    for await (const { targetName } of readAllEvents(db, { accountId })) names.push(targetName);
    assert.deepEqual(
      names,
      Array.from({ length: 1203 }, (_, i) => `${i}`),
    );
    const ids = new Set<string>();
    for await (const { id, email } of readAllEvents(db, {})) ids.add(`${id} ${email === null}`);
    assert.equal(ids.size, 1206);
    assert.equal([...ids].filter((id) => id.endsWith('true')).length, 1);
  }));
