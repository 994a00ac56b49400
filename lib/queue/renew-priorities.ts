import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { lastPriority } from '#lib/queue/enqueue';

/**
 * Moves jobs forward that were submitted behind many others of their account, most of which have ended since: the account's
 * next ones, submitted behind the few that are left, would overtake them for as long as some come. A place is renewed when it is less than
 * half of what it was, so that few are at a time.
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
