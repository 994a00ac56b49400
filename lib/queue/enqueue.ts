import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';
import { selectPrepared } from '#lib/db/prepare-query';
import type { TaskKind, TaskPayload } from '#lib/queue/task';
import { currentTraceparent } from '#lib/tracing/with-span';

/** Exceeds any need: only handlers give up, never the queue. */
const maxAttempts = 1000;

/** The queue stores a smallint. Tasks beyond it run in order of time. */
export const lastPriority = 32_767;

/** When and how a task runs. Defaults: at once, concurrently, as often as it is enqueued. */
export interface TaskTiming {
  /** Lower runs first; all above `lastPriority` are equal. SQL is evaluated when the task is added. */
  priority?: number | SQL<number>;
  /** The earliest start. */
  runAt?: Date;
  /** Tasks of the same queue run one after the other, in order of priority and time. */
  queue?: string;
  /** Of tasks with the same key, only the latest is kept, unless one is running already. */
  key?: string;
  /** The account of the task, for workers that share slots between accounts. */
  accountId?: string;
}

/** Returns the flag of an account's tasks in the queue. */
function accountFlag(accountId: string): string {
  return `account ${accountId}`;
}

/** Removes the task with this key, in the caller's transaction; a running one finishes. */
export async function removeTask(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key}::text)`);
}

/** Adds a task in the caller's transaction, whose commit wakes a worker. The task continues the current trace. */
export async function enqueue<Kind extends TaskKind>(
  tx: Tx,
  kind: Kind,
  payload: TaskPayload<Kind>,
  { priority = 0, runAt, queue, key, accountId }: TaskTiming = {},
): Promise<void> {
  const traceparent = currentTraceparent();
  const given = traceparent === undefined ? payload : { ...payload, traceparent };
  const added = sql`
    (graphile_worker.add_job(
      ${kind}, ${JSON.stringify(given)}::json, max_attempts => ${maxAttempts},
      priority => least(${priority}::int, ${lastPriority}),
      run_at => ${runAt?.toISOString() ?? null}::timestamptz, queue_name => ${queue ?? null}::text,
      job_key => ${key ?? null}::text,
      flags => ${sql.param(accountId === undefined ? null : [accountFlag(accountId)])}::text[]
    )).id`;
  await selectPrepared(tx, 'add_task', added);
}

/** Adds many tasks of a kind at once, in the caller's transaction, to run as soon as possible. */
export async function enqueueAll<Kind extends TaskKind>(
  tx: Tx,
  kind: Kind,
  payloads: ReadonlyArray<TaskPayload<Kind>>,
): Promise<void> {
  if (payloads.length === 0) return;
  const texts = sql.param(payloads.map((payload) => JSON.stringify(payload)));
  await tx.execute(sql`
    select count(*) from graphile_worker.add_jobs((
      select array_agg((${kind}, payload::json, null, now(), ${maxAttempts}, null, 0, null)::graphile_worker.job_spec)
      from unnest(${texts}::text[]) as payload
    ))`);
}
