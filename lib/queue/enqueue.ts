import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';
import { selectPrepared } from '#lib/db/prepare-query';
import type { TaskKind, TaskPayload } from '#lib/queue/task';
import { currentTraceparent } from '#lib/tracing/with-span';

/** Far more than any task needs: giving up is the handler's decision, never the queue's. */
const maxAttempts = 1000;

/** The queue keeps a smallint. What comes later than this comes in order of time. */
export const lastPriority = 32_767;

/** When and how a task runs. What is left out: now, beside all others, as often as it is enqueued. */
export interface TaskTiming {
  /** A lower one runs first; all above `lastPriority` are one. An expression is evaluated as the task is added. */
  priority?: number | SQL<number>;
  /** Not before. */
  runAt?: Date;
  /** Tasks of the same queue run one after the other, in order of priority and time. */
  queue?: string;
  /** Of the tasks with the same key only the latest is kept, unless one is running already. */
  key?: string;
  /** The account that it is done for, where a worker shares its slots between accounts. */
  accountId?: string;
}

/** The flag of an account's tasks in the queue. */
function accountFlag(accountId: string): string {
  return `account ${accountId}`;
}

/** Removes the task with this key, in the caller's transaction; one that is running ends on its own. */
export async function removeTask(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key}::text)`);
}

/** Adds a task in the caller's transaction, whose commit wakes a worker. A trace under way continues in it. */
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

/** Adds many tasks of a kind at once, in the caller's transaction, to run as soon as they can. */
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
