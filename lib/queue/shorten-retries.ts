import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';

/** The queue doubles and more the time to the next attempt, up to six hours: an outage that has ended must not be felt for so long. */
export const maxRetrySeconds = 300;

/** From here on the time between two attempts is the same, long before the queue would give a task up. */
const countedAttempts = 20;

/** Retries failed tasks within five minutes for as long as it takes; drops those canceled or replaced while running. */
export async function shortenRetries(db: Db): Promise<void> {
  await db.execute(sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and key is null and attempts >= max_attempts`);
  await db.execute(sql`
    update graphile_worker._private_jobs
    set run_at = least(run_at, now() + make_interval(secs => ${maxRetrySeconds})),
      attempts = least(attempts, ${countedAttempts}::int)
    where last_error is not null and locked_at is null
      and (run_at > now() + make_interval(secs => ${maxRetrySeconds}) or attempts > ${countedAttempts}::int)`);
}
