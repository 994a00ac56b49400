import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvents } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { isInTrash } from '#lib/jobs/is-job';

/** Restores jobs of the account from the trash, with their share links. Returns the ids of those that were there. */
export async function restoreJobs(
  db: Db,
  { accountId, jobIds, by }: { accountId: string; jobIds: string[] } & ActedBy,
): Promise<string[]> {
  if (jobIds.length === 0) return [];
  return db.transaction(async (tx) => {
    const restored = await tx
      .update(jobs)
      .set({ trashedAt: null })
      .where(and(eq(jobs.accountId, accountId), inArray(jobs.id, jobIds), isInTrash()))
      .returning({ id: jobs.id, name: jobs.name });
    await recordEvents(
      tx,
      restored.map((target) => ({ accountId, action: 'job.restored', by, target })),
    );
    for (const { id } of restored) await announceJob(tx, { id, accountId }, 'list');
    return restored.map(({ id }) => id);
  });
}
