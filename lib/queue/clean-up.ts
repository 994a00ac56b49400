import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { isLockTimeout } from '#lib/db/migrations/apply-migration';

/** Adding a task to a queue waits behind each attempt to lock it. */
const lockTimeoutMs = 100;
const pauseMs = 500;

/** Removes what the queue keeps of unused names. False if there was no free moment: it may be called again. */
export async function cleanUpQueue(db: Db, { maxAttempts = 20 } = {}): Promise<boolean> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    if (await tryCleanUp(db)) return true;
    if (attempt < maxAttempts) await sleep(pauseMs);
  }
  return false;
}

async function tryCleanUp(db: Db): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
      // A transaction that has added a task of a queue, unseen as yet, must not find the queue gone: its task would never run.
      await tx.execute(sql`lock table graphile_worker._private_job_queues in share row exclusive mode`);
      await tx.execute(sql`
        delete from graphile_worker._private_job_queues as queues
        where locked_at is null
          and not exists (select from graphile_worker._private_jobs where job_queue_id = queues.id)`);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
