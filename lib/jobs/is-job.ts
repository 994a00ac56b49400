import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { JobReference } from '#lib/jobs/job';

/** The condition that a row of `jobs` is the job referred to, and the account's. */
export function isJob({ accountId, jobId, mode, within }: JobReference): SQL | undefined {
  const isOfMode = mode === undefined ? undefined : eq(jobs.mode, mode);
  return and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), isOfMode, isWithin(within));
}

/** The condition that a row of `jobs` is not in the trash. */
export function isOutsideTrash(): SQL {
  return isNull(jobs.trashedAt);
}

/** The condition that a row of `jobs` is in the trash. */
export function isInTrash(): SQL {
  return isNotNull(jobs.trashedAt);
}

function isWithin(within: JobReference['within']): SQL | undefined {
  if (within === undefined) return isOutsideTrash();
  return within === 'trash' ? isInTrash() : undefined;
}
