import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';

/** The queue doubles and more the time to the next attempt, up to six hours: an outage that has ended must not be felt for so long. */
export const maxRetrySeconds = 300;

/** Has tasks that failed tried again within five minutes. */
export async function shortenRetries(db: Db): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now() + make_interval(secs => ${maxRetrySeconds})
    where last_error is not null and locked_at is null
      and run_at > now() + make_interval(secs => ${maxRetrySeconds})`);
}
