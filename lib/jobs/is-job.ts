import { and, eq, inArray, isNotNull, isNull, ne, or, type Placeholder, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';

/** A reference, or the places of a prepared query where one will be. */
interface PlacedReference extends Pick<JobReference, 'within'> {
  accountId: string | Placeholder;
  jobId: string | Placeholder;
  mode?: JobReference['mode'] | Placeholder;
}

/** The condition that a row of `jobs` is the job referred to, and the account's. With a mode, it is no sample. */
export function isJob({ accountId, jobId, mode, within }: PlacedReference): SQL | undefined {
  const isOfMode = mode === undefined ? undefined : and(eq(jobs.mode, mode), isSubmitted());
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

/** The condition that a row of `jobs` is in lists of the site. What recognized another job again ends as a revision of that one. */
export function isListed(): SQL | undefined {
  return or(isNull(jobs.recognizes), ne(jobs.status, 'transcribed'));
}

function isWithin(within: JobReference['within']): SQL | undefined {
  if (within === undefined) return isOutsideTrash();
  return within === 'trash' ? isInTrash() : undefined;
}

/** The condition that somebody submitted the job: clients of the API see no sample transcript. */
export function isSubmitted(): SQL {
  return ne(jobs.origin, 'sample');
}

/** Selects those of the account's live jobs with these ids that a list shows and the trash doesn't have. */
export function isAmong({ accountId, jobIds }: { accountId: string; jobIds: string[] }): SQL | undefined {
  return and(
    eq(jobs.accountId, accountId),
    eq(jobs.mode, 'live'),
    inArray(jobs.id, jobIds),
    isOutsideTrash(),
    isListed(),
  );
}

/** The ids of the selected jobs that are in progress. */
export async function listInProgress(tx: Tx, isSelected: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isSelected, eq(jobs.status, 'in_progress')));
  return rows.map(({ id }) => id);
}
