import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { isAmong, isOutsideTrash, listInProgress } from '#lib/jobs/is-job';

/**
 * Archives those of the account's live jobs that have ended, which hides them from default lists. Returns the archived
 * ones, and those left because they are in progress: they would end unseen. Ignores jobs in the trash or archived
 * already.
 */
export async function archiveJobs(
  db: Db,
  { accountId, jobIds }: { accountId: string; jobIds: string[] },
): Promise<{ archived: string[]; inProgress: string[] }> {
  if (jobIds.length === 0) return { archived: [], inProgress: [] };
  const isAsked = isAmong({ accountId, jobIds });
  return db.transaction(async (tx) => {
    const archived = await tx
      .update(jobs)
      .set({ archivedAt: sql`now()` })
      .where(and(isAsked, isNull(jobs.archivedAt), ne(jobs.status, 'in_progress')))
      .returning({ id: jobs.id });
    for (const { id } of archived) await announceJob(tx, { id, accountId }, 'list');
    return { archived: archived.map(({ id }) => id), inProgress: await listInProgress(tx, isAsked) };
  });
}

/** Moves archived jobs of the account back to the list, except those in the trash. Returns the ids of those moved. */
export async function unarchiveJobs(
  db: Db,
  { accountId, jobIds }: { accountId: string; jobIds: string[] },
): Promise<string[]> {
  if (jobIds.length === 0) return [];
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(jobs)
      .set({ archivedAt: null })
      .where(
        and(
          eq(jobs.accountId, accountId),
          inArray(jobs.id, jobIds),
          isOutsideTrash(),
          isNotNull(jobs.archivedAt),
        ),
      )
      .returning({ id: jobs.id });
    for (const { id } of moved) await announceJob(tx, { id, accountId }, 'list');
    return moved.map(({ id }) => id);
  });
}

/** True if any job of the account outside the trash is archived. */
export async function hasArchivedJobs(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const [found] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(eq(jobs.accountId, accountId), eq(jobs.mode, 'live'), isOutsideTrash(), isNotNull(jobs.archivedAt)),
    )
    .limit(1);
  return found !== undefined;
}
