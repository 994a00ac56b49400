import { and, eq, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { transcriptionKey } from '#lib/queue/queue-positions';

/** Every submission counts, and counting thousands of rows takes milliseconds. */
const countedAtMost = 1000;

/**
 * An expression for the priority of the next job of an account, for fairness between accounts: the number of its unfinished
 * live jobs. Beyond a thousand, the next one comes behind the newest that waits.
 */
export function nextPriority(accountId: string): SQL<number> {
  // The status is a constant, for the index of jobs in progress has it as its condition.
  const isLive = and(eq(jobs.accountId, accountId), eq(jobs.mode, 'live'));
  return sql`(
    select case when n < ${countedAtMost} then n else greatest(n, (
      select priority + 1 from graphile_worker._private_jobs
      where locked_at is null and key = ${transcriptionKey('')} || (
        select ${jobs.id} from ${jobs} where ${isLive} order by ${jobs.createdAt} desc, ${jobs.id} desc limit 1
      )
    )) end
    from (
      select count(*) as n from (
        select from ${jobs} where ${isLive} and ${jobs.status} = 'in_progress' limit ${countedAtMost}
      ) as unfinished
    ) as counted
  )`;
}
