import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';

/** The queue doubles and more the time to the next attempt, up to six hours: an outage that has ended must not be felt for so long. */
export const maxRetrySeconds = 300;

/** From here on the time between two attempts is the same, long before the queue would give a task up. */
const countedAttempts = 20;

/** Has tasks that failed tried again within five minutes, for as long as it takes. */
export async function shortenRetries(db: Db): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs
    set run_at = least(run_at, now() + make_interval(secs => ${maxRetrySeconds})),
      attempts = least(attempts, ${countedAttempts}::int)
    where last_error is not null and locked_at is null
      and (run_at > now() + make_interval(secs => ${maxRetrySeconds}) or attempts > ${countedAttempts}::int)
      -- One that a later task with its key has replaced while it ran is spent, and has lost its key.
      and (attempts < max_attempts or key is not null)`);
}
