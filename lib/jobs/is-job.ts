import { and, eq, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { JobReference } from '#lib/jobs/job';

/** The condition that a row of `jobs` is the job referred to, and the account's. */
export function isJob({ accountId, jobId, mode }: JobReference): SQL | undefined {
  const isOfMode = mode === undefined ? undefined : eq(jobs.mode, mode);
  return and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), isOfMode);
}
