import { and, inArray, ne, sql } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvents } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { announceEditor } from '#lib/events/announce-editor';
import { announceJob } from '#lib/events/announce-job';
import { isAmong, listInProgress } from '#lib/jobs/is-job';

/** For so long a job can be restored from the trash. */
export const trashDays = 7;

/** Moves ended jobs to the trash and stops their links. Returns those moved, and those still in progress. */
export async function trashJobs(
  db: Db,
  { accountId, jobIds, by }: { accountId: string; jobIds: string[] } & ActedBy,
): Promise<{ trashed: string[]; inProgress: string[] }> {
  if (jobIds.length === 0) return { trashed: [], inProgress: [] };
  const isAsked = isAmong({ accountId, jobIds });
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(jobs)
      .set({ trashedAt: sql`now()` })
      .where(and(isAsked, ne(jobs.status, 'in_progress')))
      .returning({ id: jobs.id, name: jobs.name });
    await recordEvents(
      tx,
      moved.map((target) => ({ accountId, action: 'job.trashed', by, target })),
    );
    const trashed = moved.map(({ id }) => id);
    // A repeated submission makes a new job, as after a deletion.
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.jobId, trashed));
    for (const id of trashed) {
      await announceJob(tx, { id, accountId }, 'job');
      await announceEditor(tx, { kind: 'access', jobId: id });
    }
    return { trashed, inProgress: await listInProgress(tx, isAsked) };
  });
}
