import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';

/** Whoever adds a task to a queue waits meanwhile. */
const lockTimeoutMs = 2000;

/**
 * Removes what the queue keeps of names that no task has any more: each one would be looked at for each task. Throws when
 * a transaction that adds a task takes too long; it may be called again.
 */
export async function cleanUpQueue(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
    // A transaction that has added a task of a queue, unseen as yet, must not find the queue gone: its task would never run.
    await tx.execute(sql`lock table graphile_worker._private_job_queues in share row exclusive mode`);
    await tx.execute(sql`
      delete from graphile_worker._private_job_queues as queues
      where locked_at is null
        and not exists (select from graphile_worker._private_jobs where job_queue_id = queues.id)`);
  });
}
