import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { lastPriority } from '#lib/queue/enqueue';

/**
 * Raises priorities of jobs submitted after many others of their account that have ended since: the account's new jobs,
 * whose priority counts only the remaining ones, would keep overtaking them. Only priorities more than halved are
 * updated, so that few are at a time.
 */
export async function renewPriorities(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('longhand renew priorities', 0)) as taken`,
    );
    if (lock?.taken !== true) return;
    await tx.execute(sql`
      update graphile_worker._private_jobs as tasks set priority = waiting.place
      from (
        select id, least(row_number() over (partition by flags order by priority, run_at, id) - 1, ${lastPriority}::int) as place
        from graphile_worker._private_jobs
        where task_id = (select id from graphile_worker._private_tasks where identifier = 'transcribe-job')
          and locked_at is null and flags is not null
      ) as waiting
      where tasks.id = waiting.id and tasks.locked_at is null and tasks.priority > 2 * waiting.place + 10`);
  });
}
