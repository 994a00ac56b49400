import { and, eq, ne, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { JobReference } from '#lib/jobs/job';

/** The condition that a row of `jobs` is the job referred to, and the account's. With a mode, it is no sample. */
export function isJob({ accountId, jobId, mode }: JobReference): SQL | undefined {
  const isOfMode = mode === undefined ? undefined : and(eq(jobs.mode, mode), isSubmitted());
  return and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), isOfMode);
}

/** The condition that somebody submitted the job: clients of the API see no sample transcript. */
export function isSubmitted(): SQL {
  return ne(jobs.origin, 'sample');
}
