import { and, eq, inArray, isNotNull, isNull, ne, or, type Placeholder, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';

/** A reference to a job, possibly with placeholders of a prepared query. */
interface PlacedReference extends Pick<JobReference, 'within'> {
  accountId: string | Placeholder;
  jobId: string | Placeholder;
  mode?: JobReference['mode'] | Placeholder;
}

/** Matches the row of `jobs` with this reference. A mode excludes samples. */
export function isJob({ accountId, jobId, mode, within }: PlacedReference): SQL | undefined {
  const isOfMode = mode === undefined ? undefined : and(eq(jobs.mode, mode), isSubmitted());
  return and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), isOfMode, isWithin(within));
}

/** Matches jobs outside the trash. */
export function isOutsideTrash(): SQL {
  return isNull(jobs.trashedAt);
}

/** Matches jobs in the trash. */
export function isInTrash(): SQL {
  return isNotNull(jobs.trashedAt);
}

/** Matches jobs in the site's lists. A repeated recognition that has succeeded is only a revision of its first job. */
export function isListed(): SQL | undefined {
  return or(isNull(jobs.recognizes), ne(jobs.status, 'transcribed'));
}

function isWithin(within: JobReference['within']): SQL | undefined {
  if (within === undefined) return isOutsideTrash();
  return within === 'trash' ? isInTrash() : undefined;
}

/** Matches submitted jobs: API clients don't see the sample transcript. */
export function isSubmitted(): SQL {
  return ne(jobs.origin, 'sample');
}

/** Matches those of the account's live jobs with these ids that are listed and not in the trash. */
export function isAmong({ accountId, jobIds }: { accountId: string; jobIds: string[] }): SQL | undefined {
  return and(
    eq(jobs.accountId, accountId),
    eq(jobs.mode, 'live'),
    inArray(jobs.id, jobIds),
    isOutsideTrash(),
    isListed(),
  );
}

/** Lists the ids of the selected jobs that are in progress. */
export async function listInProgress(tx: Tx, isSelected: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isSelected, eq(jobs.status, 'in_progress')));
  return rows.map(({ id }) => id);
}
