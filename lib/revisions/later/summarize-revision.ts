import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';
import { readMonologues, readSpeakers } from '#lib/revisions/edit-rows';
import { QueueBusy } from '#lib/fair-queue';
import { findOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';
import { runInThread } from '#lib/threads/run-in-thread';
import type { ChangeSide } from '#lib/transcript/summary/summarize-change';

/**
 * Summarizes a large save for the history, which only counts touched paragraphs until then. Does nothing for a revision
 * that is summarized, restored or gone. Skips one that takes too long. Refuses `service-unavailable`, to be retried.
 */
export async function summarizeRevision(
  db: Db,
  { jobId, revision }: { jobId: string; revision: number },
): Promise<void> {
  const isUntold = and(
    isRevision({ jobId, revision }),
    isNull(revisions.summary),
    isNull(revisions.restoredFrom),
  );
  const [job] = await db
    .select({ accountId: jobs.accountId })
    .from(revisions)
    .innerJoin(jobs, eq(jobs.id, revisions.jobId))
    .where(isUntold);
  if (job === undefined) return;
  const { since, until } = revisionMonologues;
  const readSide = async (isOfSide: SQL, number: number): Promise<ChangeSide> => ({
    speakers: await readSpeakers(db, { jobId, revision: number }),
    monologues: await readMonologues(db, and(eq(revisionMonologues.jobId, jobId), isOfSide)),
  });
  const [before, after] = [
    await readSide(eq(until, revision), revision - 1),
    await readSide(eq(since, revision), revision),
  ];
  try {
    const summary = await runInThread('summarize-change', () => ({ before, after }), job);
    await db.update(revisions).set({ summary }).where(isUntold);
  } catch (error) {
    if (error instanceof Refusal && error.cause instanceof QueueBusy) throw error;
    if (findOutage(error) !== undefined) throw error;
    // A retry would fail, too.
    log().error({ err: error, jobId, revision }, 'revision left without a summary');
  }
}

function isRevision({ jobId, revision }: { jobId: string; revision: number }) {
  return and(eq(revisions.jobId, jobId), eq(revisions.number, revision));
}
