import { eq, sql } from 'drizzle-orm';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { requireJob } from '#lib/jobs/read/get-job';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { lockHolds, refuseHeld } from '#lib/legal-holds/refuse-held';
import { removeFiles, removePictureParts } from '#lib/queue/remove-files';
import { Refusal } from '#lib/refusal';
import { announceEditor } from '#lib/events/announce-editor';

/**
 * Deletes a finished job for good with its transcript; its media goes soon after. The ledger keeps what it cost. Refuses
 * `job-not-found`, `legal-hold` while it or its account is under one, and `invalid-job-state` while it is in progress.
 */
export async function deleteJob(db: Db, reference: JobReference & ActedBy): Promise<void> {
  const { accountId, jobId, by } = reference;
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ status: jobs.status }).from(jobs).where(isJob(reference)).for('update');
    const { status } = requireJob(found);
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
    await removePictureParts(tx, [jobId]);
    const [row] = await tx
      .delete(jobs)
      .where(eq(jobs.id, jobId))
      .returning({
        mode: jobs.mode,
        name: jobs.name,
        origin: jobs.origin,
        mediaKey: jobs.mediaKey,
        renditionKey: jobs.renditionKey,
        pictureKey: jobs.pictureKey,
        peaksKey: jobs.peaksKey,
        createdAt: sql<string>`${jobs.createdAt}::text`,
      });
    const deleted = requireJob(row);
    // As text: a Date would lose the microseconds that order two jobs.
    const createdAt = sql`${deleted.createdAt}::timestamptz`;
    // Only of jobs that clients list.
    if (deleted.origin !== 'sample') {
      await tx.insert(deletedJobs).values({ id: jobId, accountId, mode: deleted.mode, createdAt });
    }
    // Whatever is done in the sandbox is no loss, and costs nothing to do a million times.
    if (deleted.mode === 'live') {
      const target = { id: jobId, name: deleted.name };
      await recordEvent(tx, { accountId, action: 'job.deleted', by, target });
    }
    await announceJob(tx, { id: jobId, accountId }, 'job');
    await removeFiles(tx, [deleted]);
    await announceEditor(tx, { kind: 'access', jobId });
  });
}
