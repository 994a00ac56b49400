import type postgres from 'postgres';
import type { TaskKind } from '#lib/queue/task';

/** Tasks of a kind that become due at about the same time. */
interface DueTasks {
  kind: TaskKind;
  count: number;
  /** Tenths of a second until due; 0 for those already due. */
  tenths: number;
}

/** Wakes up to this number of a runner's idle slots, if it has any for tasks of this kind. */
export type Wake = (kind: TaskKind, count: number) => void;

/** Wakes runners for tasks that become due without a notification, until the signal aborts. Called every second. */
export async function announceDue(sql: postgres.Sql, wake: Wake, signal: AbortSignal): Promise<void> {
  for (const { kind, count, tenths } of await findDue(sql)) {
    if (signal.aborted) return;
    if (tenths === 0) {
      wake(kind, count);
      continue;
    }
    const timer = setTimeout(() => {
      if (!signal.aborted) wake(kind, count);
    }, tenths * 100);
    timer.unref();
  }
}

/** Finds the tasks that a worker can take within a second. Those of a busy queue count as due in a tenth of it. */
function findDue(sql: postgres.Sql): Promise<DueTasks[]> {
  return sql<DueTasks[]>`
    select identifier as kind, count(*)::int,
      greatest(
        ceil(extract(epoch from run_at - now()) * 10)::int,
        (job_queue_id is not null and not queues.is_available)::int, 0) as tenths
    from graphile_worker._private_jobs as tasks
    join graphile_worker._private_tasks as kinds on kinds.id = task_id
    left join graphile_worker._private_job_queues as queues on queues.id = job_queue_id
    where tasks.is_available and run_at <= now() + interval '1 second'
    group by identifier, tenths`;
}
