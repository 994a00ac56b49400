import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#lib/db/connect';
import type { TaskKind, TaskPayload } from '#lib/queue/task';

/** The payloads of this kind that the queue holds, in the order in which they were enqueued. */
export async function queuedTasks<Kind extends TaskKind>(
  db: Db | Tx,
  kind: Kind,
): Promise<Array<TaskPayload<Kind>>> {
  const tasks = await db.execute<{ payload: TaskPayload<Kind> }>(sql`
    select payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = ${kind} order by job.id`);
  return tasks.map(({ payload }) => payload);
}
