import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { accounts } from '#drizzle/schema/accounts';
import { makeAccount } from '#e2e/support/make-account';
import { parseMetrics, sumSamples } from '#e2e/support/read-metrics';
import { testDatabase } from '#e2e/support/test-database';
import type { Connection, Db } from '#lib/db/connect';
import type { Readiness } from '#lib/health/read-readiness';
import { createRefresh, createServiceGauges } from '#lib/health/service-gauges';
import { enqueue } from '#lib/queue/enqueue';

const ok = { status: 'ok' } as const;
const failed = { status: 'failed', reason: 'No worker is running.' } as const;
const readiness: Readiness = {
  status: 'failed',
  checks: { database: ok, migrations: ok, storage: ok, disk: ok, worker: failed, recognition: ok },
};

// Gauges are read side by side, each in a transaction of its own.
let connection: Connection;
before(async () => {
  connection = await testDatabase();
});
after(() => connection?.close());

function openGauges(db: () => Db) {
  const registry = new Registry();
  const sources = { db, readReadiness: () => Promise.resolve(readiness) };
  const refresh = createRefresh(createServiceGauges(registry), sources);
  return async () => {
    await refresh();
    return parseMetrics(await registry.metrics());
  };
}

test('the queue, its oldest due task and the checks are shown', async () => {
  const { db } = connection;
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const inAnHour = new Date(Date.now() + 3_600_000);
  await db.transaction(async (tx) => {
    await enqueue(tx, 'transcribe-job', { jobId: 'a' }, { runAt: anHourAgo });
    await enqueue(tx, 'transcribe-job', { jobId: 'b' });
    await enqueue(tx, 'remove-media', { mediaKey: 'c' }, { runAt: inAnHour });
  });
  const samples = await openGauges(() => db)();
  const tasks = (kind: string, state: string) => sumSamples(samples, 'longhand_queue_tasks', { kind, state });
  assert.deepEqual(
    [tasks('transcribe-job', 'waiting'), tasks('remove-media', 'scheduled'), tasks('sweep', 'waiting')],
    [2, 1, 0],
  );
  const oldest = (kind: string) => sumSamples(samples, 'longhand_queue_oldest_due_task_seconds', { kind });
  assert.ok((oldest('transcribe-job') ?? 0) >= 3600);
  assert.equal(oldest('remove-media'), 0);
  assert.equal(sumSamples(samples, 'longhand_check_ok', { check: 'worker' }), 0);
  assert.equal(sumSamples(samples, 'longhand_check_ok', { check: 'disk' }), 1);
});

test('a balance that is not the sum of its ledger is shown', async () => {
  const { db } = connection;
  const accountId = await makeAccount(db, { balanceCents: 100 });
  const imbalance = async () => sumSamples(await openGauges(() => db)(), 'longhand_ledger_imbalance_cents');
  assert.equal(await imbalance(), 0);
  const balanceCents = sql`${accounts.balanceCents} - 5`;
  await db.update(accounts).set({ balanceCents }).where(eq(accounts.id, accountId));
  assert.equal(await imbalance(), 5);
});

test('what can’t be read has no value, and the rest has', async () => {
  const away = () => {
    throw new Error('the database is away');
  };
  const samples = await openGauges(away)();
  const names = new Set(samples.map(({ name }) => name));
  assert.deepEqual([...names], ['longhand_check_ok']);
});
