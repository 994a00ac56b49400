import { and, eq, inArray, ne, not, sql } from 'drizzle-orm';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { requireJob } from '#lib/jobs/read/get-job';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { isJobHeld, lockHolds, refuseHeld } from '#lib/legal-holds/legal-holds';
import { removeFiles, removePictureParts } from '#lib/queue/remove-files';
import { Refusal } from '#lib/refusal';
import { announceEditor } from '#lib/events/announce-editor';

/** Deletes an ended job and its repeated recognitions. Refuses `job-not-found`, `legal-hold`, `invalid-job-state`. */
export async function deleteJob(db: Db, reference: JobReference & ActedBy): Promise<void> {
  const { accountId, jobId, by } = reference;
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ status: jobs.status }).from(jobs).where(isJob(reference)).for('update');
    const { status } = requireJob(found);
    // Locked after the job itself, as when a run ends.
    const isRun = and(eq(jobs.accountId, accountId), eq(jobs.recognizes, jobId));
    await tx.select({ id: jobs.id }).from(jobs).where(isRun).orderBy(jobs.id).for('update');
    await lockHolds(tx, [accountId]);
    await refuseHeld(tx, { accountId, jobId });
    if (status === 'in_progress') {
      throw new Refusal({
        kind: 'invalid-job-state',
        operation: 'delete',
        currentValue: status,
        allowedValues: ['failed', 'transcribed'],
      });
    }
    const runs = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isRun, ne(jobs.status, 'in_progress'), not(isJobHeld())));
    const ids = [jobId, ...runs.map(({ id }) => id)];
    const deleted = await deleteRows(tx, { accountId, ids });
    // Runs that are in progress or under their own legal hold remain.
    const left = await tx.update(jobs).set({ recognizes: null }).where(isRun).returning({ id: jobs.id });
    for (const { id } of left) await announceJob(tx, { id, accountId }, 'list');
    const { mode, name } = requireJob(deleted.find(({ id }) => id === jobId));
    // The sandbox isn't audited: its actions lose nothing, and a million of them cost nothing.
    if (mode === 'live') {
      await recordEvent(tx, { accountId, action: 'job.deleted', by, target: { id: jobId, name } });
    }
  });
}

/** Deletes rows of jobs, requests deletion of their files, and notifies watchers. */
async function deleteRows(tx: Tx, { accountId, ids }: { accountId: string; ids: string[] }) {
  await removePictureParts(tx, ids);
  const deleted = await tx
    .delete(jobs)
    .where(inArray(jobs.id, ids))
    .returning({
      id: jobs.id,
      mode: jobs.mode,
      name: jobs.name,
      origin: jobs.origin,
      mediaKey: jobs.mediaKey,
      renditionKey: jobs.renditionKey,
      pictureKey: jobs.pictureKey,
      peaksKey: jobs.peaksKey,
      createdAt: sql<string>`${jobs.createdAt}::text`,
    });
  await removeFiles(tx, deleted);
  for (const { id, mode, origin, createdAt } of deleted) {
    // Recorded only for jobs that clients list.
    if (origin !== 'sample') {
      // As text: a Date would lose the microseconds that order two jobs.
      await tx.insert(deletedJobs).values({ id, accountId, mode, createdAt: sql`${createdAt}::timestamptz` });
    }
    await announceJob(tx, { id, accountId }, 'job');
    await announceEditor(tx, { kind: 'access', jobId: id });
  }
  return deleted;
}
