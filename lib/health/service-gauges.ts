import { Gauge, type Registry } from 'prom-client';
import { readImbalance } from '#lib/billing/ledger/read-imbalance';
import type { Db } from '#lib/db/connect';
import { refreshGauge } from '#lib/health/refresh-gauge';
import { healthDatabase, withStatementTimeout } from '#lib/health/run-checks';
import { checkNames, readReadiness, type Readiness } from '#lib/health/read-readiness';
import { memoizeFor } from '#lib/memoize-for';
import { metrics } from '#lib/metrics/metrics';
import { countTasksByKind, type TaskState } from '#lib/queue/count-tasks';
import { countWorkers } from '#lib/queue/count-workers';
import { taskKinds } from '#lib/queue/task';

/* Gauges of the whole service, read on each scrape. One that can't be read has no value. */

const statementTimeoutMs = 4000;
const queueSharedForMs = 5000;
/** Reads the whole ledger. */
const ledgerSharedForMs = 60_000;

const taskStates: readonly TaskState[] = ['running', 'failing', 'scheduled', 'waiting'];

/** Creates the gauges in this registry. */
export function createServiceGauges(registry: Registry) {
  const registers = [registry];
  return {
    checks: new Gauge({
      name: 'longhand_check_ok',
      help: 'Result of each /readyz check: 1 if it passes, 0 if it fails.',
      labelNames: ['check'],
      registers,
    }),
    workers: new Gauge({ name: 'longhand_workers', help: 'Worker processes that are alive.', registers }),
    tasks: new Gauge({
      name: 'longhand_queue_tasks',
      help: 'Tasks in the queue, by kind and state.',
      labelNames: ['kind', 'state'],
      registers,
    }),
    oldestTaskSeconds: new Gauge({
      name: 'longhand_queue_oldest_due_task_seconds',
      help: 'Waiting time of the oldest due task, by kind; 0 if none is waiting.',
      labelNames: ['kind'],
      registers,
    }),
    imbalanceCents: new Gauge({
      name: 'longhand_ledger_imbalance_cents',
      help: 'Difference between balances and their ledgers, in cents: 0 unless something is wrong.',
      registers,
    }),
  };
}

/** Gauges of the whole service. */
export type ServiceGauges = ReturnType<typeof createServiceGauges>;

/** Sources of the gauges. */
export interface GaugeSources {
  db: () => Db;
  readReadiness: () => Promise<Readiness>;
}

/** Creates a function that updates the gauges: results are shared for seconds, scrapes wait up to 5 s. Never throws. */
export function createRefresh(gauges: ServiceGauges, sources: GaugeSources): () => Promise<void> {
  const read = <T>(work: (db: Db) => Promise<T>, milliseconds: number) =>
    memoizeFor(() => withStatementTimeout(sources.db(), statementTimeoutMs, work), { milliseconds });
  const readQueue = read(
    async (db) => ({ kinds: await countTasksByKind(db), workers: await countWorkers(db) }),
    queueSharedForMs,
  );
  const readLedger = read(readImbalance, ledgerSharedForMs);

  const refreshQueue = async () => {
    const { kinds, workers } = await readQueue();
    gauges.workers.set(workers);
    for (const kind of Object.keys(taskKinds)) {
      const found = kinds.find((count) => count.kind === kind);
      for (const state of taskStates) gauges.tasks.set({ kind, state }, found?.counts[state] ?? 0);
      const since = found?.waitingSince?.getTime() ?? Date.now();
      gauges.oldestTaskSeconds.set({ kind }, Math.max(0, (Date.now() - since) / 1000));
    }
  };
  const refreshChecks = async () => {
    const { checks } = await sources.readReadiness();
    for (const check of checkNames) gauges.checks.set({ check }, Number(checks[check].status === 'ok'));
  };

  return async () => {
    const { checks, workers, tasks, oldestTaskSeconds, imbalanceCents } = gauges;
    await Promise.all([
      refreshGauge(refreshChecks, () => checks.reset()),
      refreshGauge(refreshQueue, () => {
        workers.remove();
        tasks.reset();
        oldestTaskSeconds.reset();
      }),
      refreshGauge(
        async () => imbalanceCents.set(await readLedger()),
        () => imbalanceCents.remove(),
      ),
    ]);
  };
}

/** Creates the gauges of this process's service, and returns a function that updates them. */
export function openServiceGauges(): () => Promise<void> {
  return createRefresh(createServiceGauges(metrics().registry), {
    db: healthDatabase,
    readReadiness,
  });
}
