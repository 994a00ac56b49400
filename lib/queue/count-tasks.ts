import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { isTaskKind, type TaskKind } from '#lib/queue/task';

/** The state of a task: `scheduled` is due later, `failing` will be retried after an error. */
export type TaskState = 'running' | 'failing' | 'scheduled' | 'waiting';

/** The tasks of one kind. */
export interface KindCount {
  kind: TaskKind;
  counts: Record<TaskState, number>;
  /** Due time of the oldest task that is due but not running; null if there is none. */
  waitingSince: Date | null;
}

/** The state of a task, as a column of `graphile_worker.jobs`. */
export const taskState = sql`case
  when locked_at is not null then 'running'
  when attempts > 0 and last_error is not null then 'failing'
  when run_at > now() then 'scheduled'
  else 'waiting' end`;

/** Counts the tasks by kind and state. */
export async function countTasksByKind(db: Db): Promise<KindCount[]> {
  const rows = await db.execute<
    { kind: string; waiting_since: string | null } & Record<TaskState, number>
  >(sql`
    select task_identifier as kind,
      count(*) filter (where ${taskState} = 'running')::int as running,
      count(*) filter (where ${taskState} = 'failing')::int as failing,
      count(*) filter (where ${taskState} = 'scheduled')::int as scheduled,
      count(*) filter (where ${taskState} = 'waiting')::int as waiting,
      min(run_at) filter (where locked_at is null and run_at <= now()) as waiting_since
    from graphile_worker.jobs group by task_identifier order by task_identifier`);
  return rows.flatMap(({ kind, waiting_since: since, running, failing, scheduled, waiting }) =>
    isTaskKind(kind)
      ? [
          {
            kind,
            counts: { running, failing, scheduled, waiting },
            waitingSince: since === null ? null : new Date(since),
          },
        ]
      : [],
  );
}
