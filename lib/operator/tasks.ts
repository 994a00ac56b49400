import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { countTasksByKind, taskState, type KindCount, type TaskState } from '#lib/queue/count-tasks';
import { isTaskKind, type TaskKind } from '#lib/queue/task';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

export { isTaskKind } from '#lib/queue/task';

/** A task of the queue, without its payload. */
export interface QueuedTask {
  id: string;
  kind: TaskKind;
  state: TaskState;
  attempts: number;
  runAt: Date;
  /** The latest error, truncated. */
  lastError: string | null;
  canBeDropped: boolean;
}

/** The next sweep replaces these, or a person who misses the result requests it again. */
const droppable: readonly TaskKind[] = [
  'send-mail',
  'mail-link',
  'mail-email-change',
  'measure-review',
  'note-corrections',
  'summarize-revision',
  'remove-media',
  'apply-retention',
  'delete-job',
  'sweep',
];

const maxErrorLength = 300;

/** Counts the tasks by kind and state. Refuses non-operators. */
export async function countTasks(db: Db, { operatorId }: Operator): Promise<KindCount[]> {
  await requireOperator(db, { operatorId });
  return countTasksByKind(db);
}

/** Lists up to `limit` tasks, of this kind if given, oldest first, after the task `after`. Refuses non-operators. */
export async function listTasks(
  db: Db,
  {
    operatorId,
    kind,
    after = '0',
    limit,
  }: Operator & { kind?: TaskKind | undefined; after?: string | undefined; limit: number },
): Promise<QueuedTask[]> {
  await requireOperator(db, { operatorId });
  const isOfKind = kind === undefined ? sql`true` : sql`task_identifier = ${kind}`;
  const rows = await db.execute<{
    id: string;
    kind: string;
    state: TaskState;
    attempts: number;
    run_at: string;
    last_error: string | null;
  }>(sql`
    select id::text, task_identifier as kind, ${taskState} as state, attempts::int, run_at,
      left(last_error, ${maxErrorLength}::int) as last_error
    from graphile_worker.jobs where ${isOfKind} and id > ${after}::bigint order by graphile_worker.jobs.id
    limit ${limit}`);
  return rows.flatMap(({ kind: found, run_at: runAt, last_error: lastError, ...task }) =>
    isTaskKind(found)
      ? [
          {
            ...task,
            kind: found,
            runAt: new Date(runAt),
            lastError,
            canBeDropped: droppable.includes(found) && task.state !== 'running',
          },
        ]
      : [],
  );
}

/** Makes a task run as soon as a worker is free. Ignores a running or deleted one. Refuses non-operators. */
export async function runTaskNow(
  db: Db,
  { operatorId, taskId }: Operator & { taskId: string },
): Promise<void> {
  await requireOperator(db, { operatorId });
  await db.execute(sql`
    select from graphile_worker.reschedule_jobs(array[${taskId}::bigint], run_at => now(), attempts => 0)`);
}

/** Deletes a task that isn't running. Refuses non-operators, and tasks that a job or webhook depends on. */
export async function dropTask(db: Db, { operatorId, taskId }: Operator & { taskId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOperator(tx, { operatorId });
    const [task] = await tx.execute<{ kind: string }>(sql`
      select task_identifier as kind from graphile_worker.jobs where id = ${taskId}::bigint`);
    if (task === undefined) return;
    if (!droppable.some((kind) => kind === task.kind)) {
      throw invalidParameter('task', faultTexts.taskIsNeeded());
    }
    await tx.execute(sql`select from graphile_worker.complete_jobs(array[${taskId}::bigint])`);
  });
}
