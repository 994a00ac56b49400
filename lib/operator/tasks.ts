import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { countTasksByKind, taskState, type KindCount, type TaskState } from '#lib/queue/count-tasks';
import { isTaskKind, type TaskKind } from '#lib/queue/task';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

export { isTaskKind } from '#lib/queue/task';

/** A task of the queue, without what it is about. */
export interface QueuedTask {
  id: string;
  kind: TaskKind;
  state: TaskState;
  attempts: number;
  runAt: Date;
  /** The beginning of the latest error. */
  lastError: string | null;
  canBeDropped: boolean;
}

/** The next sweep makes up for these, or someone who misses the result requests it again. */
const droppable: readonly TaskKind[] = [
  'send-mail',
  'mail-link',
  'mail-email-change',
  'measure-review',
  'summarize-revision',
  'remove-media',
  'apply-retention',
  'delete-job',
  'sweep',
];

const maxErrorLength = 300;

/** Refuses who is no operator. The kinds that have tasks, with how many there are in each state. */
export async function countTasks(db: Db, { operatorId }: Operator): Promise<KindCount[]> {
  await requireOperator(db, { operatorId });
  return countTasksByKind(db);
}

/** At most `limit` tasks, of this kind when it is given, oldest first, those after the task `after`. Refuses who is no operator. */
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

/** Has a task run as soon as a worker is free. One that runs already, or is gone, is left as it is. Refuses who is no operator. */
export async function runTaskNow(
  db: Db,
  { operatorId, taskId }: Operator & { taskId: string },
): Promise<void> {
  await requireOperator(db, { operatorId });
  await db.execute(sql`
    select from graphile_worker.reschedule_jobs(array[${taskId}::bigint], run_at => now(), attempts => 0)`);
}

/**
 * Removes a task that does not run. Refuses who is no operator, and tasks that a job or a webhook would wait for in vain.
 */
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
