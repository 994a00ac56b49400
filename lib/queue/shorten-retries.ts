import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';

/** The queue more than doubles each retry delay, up to six hours: too long after an outage has ended. */
export const maxRetrySeconds = 300;

/** Retries count only up to this number, so that the delay stays constant and the queue never gives a task up. */
const countedAttempts = 20;

/** Caps retry delays at five minutes and never gives up; deletes tasks canceled or replaced while running. */
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
