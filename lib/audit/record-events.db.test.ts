import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { makeAccount } from '#e2e/support/make-account';
import { owner, readAudit } from '#e2e/support/read-audit';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { commandLine } from '#lib/audit/actor';
import { recordEvent, recordEvents } from '#lib/audit/record-events';

test('an event has who did what to what, from where and when', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const target = { id: 'key', name: 'Build server' };
    await recordEvent(db, { accountId, action: 'api_key.created', by: owner, target });
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'api_key.created'));
    assert.ok(event?.at instanceof Date && event.id.length > 0);
    assert.deepEqual(event, {
      id: event.id,
      at: event.at,
      accountId,
      actorKind: 'account',
      actorId: 'owner',
      actorName: 'ann@longhand.example',
      action: 'api_key.created',
      targetId: 'key',
      targetName: 'Build server',
      details: {},
      address: '192.0.2.7',
      userAgent: 'a browser',
    });
  }));

test('several events keep their order, and one without an actor is the service’s', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const names = Array.from({ length: 20 }, (_, i) => `talk ${i}`);
    await recordEvents(
      db,
      names.map((name) => ({ accountId, action: 'job.deleted', by: undefined, target: { name } })),
    );
    await recordEvents(db, []);
    await recordEvent(db, { accountId, action: 'two_factor.disabled', by: commandLine });
    assert.deepEqual((await readAudit(db, accountId)).toSorted(), [
      ...names.map((name) => `job.deleted by service: ${name}`).toSorted(),
      'two_factor.disabled by command_line',
    ]);
  }));

test('an event is gone with the transaction of what was done', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await assert.rejects(
      db.transaction(async (tx) => {
        await recordEvent(tx, { accountId, action: 'password.changed', by: owner });
        throw new Error('it was not done');
      }),
    );
    assert.deepEqual(await readAudit(db, accountId), []);
  }));

test('texts that anyone can choose are cut', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const by = { ...owner, userAgent: 'x'.repeat(10_000) };
    const target = { id: 'job', name: 'y'.repeat(10_000) };
    await recordEvent(db, { accountId, action: 'job.deleted', by, target });
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'job.deleted'));
    assert.deepEqual([event?.userAgent?.length, event?.targetName?.length], [300, 300]);
  }));
