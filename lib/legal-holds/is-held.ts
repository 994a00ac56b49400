import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { legalHolds } from '#drizzle/schema/legal-holds';

/** The condition that a row of `jobs` is under a legal hold: its own, or its account's. */
export function isJobHeld(): SQL {
  return sql`exists (
    select from ${legalHolds} where ${legalHolds.accountId} = ${jobs.accountId}
      and (${legalHolds.jobId} is null or ${legalHolds.jobId} = ${jobs.id}))`;
}

/** The condition that the account, or anything of it, is under a legal hold. */
export function isAnythingHeld(accountId: AnyColumn): SQL {
  return sql`exists (select from ${legalHolds} where ${legalHolds.accountId} = ${accountId})`;
}
