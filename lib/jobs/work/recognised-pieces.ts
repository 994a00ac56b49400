import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognisedPieces } from '#drizzle/schema/recognised-pieces';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';

/** One piece of a job's recording with the words heard in it. */
export type RecognisedPiece = Omit<typeof recognisedPieces.$inferInsert, 'jobId'>;

/** A piece as it was stored. */
export type StoredPiece = Omit<typeof recognisedPieces.$inferSelect, 'jobId'>;

/** The pieces of a job that are recognised already, in order; with `from`, those with this number or a higher one. */
export async function readPieces(
  db: Db,
  { jobId, from = 0 }: { jobId: string; from?: number },
): Promise<StoredPiece[]> {
  const { index, channel, startMs, endMs, words, language, timing, score } = recognisedPieces;
  return db
    .select({ index, channel, startMs, endMs, words, language, timing, score })
    .from(recognisedPieces)
    .where(and(eq(recognisedPieces.jobId, jobId), gte(recognisedPieces.index, from)))
    .orderBy(asc(recognisedPieces.index));
}

/**
 * Stores a piece's words, and the job's progress (0 to 1) with them. A piece that is stored already stays as it is. Returns
 * whether the job is still in progress: of one that has ended nothing is stored.
 */
export async function storePiece(
  db: Db,
  { jobId, progress, ...piece }: RecognisedPiece & { jobId: string; progress: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ progress, progressAt: sql`now()`, startsWithoutProgress: 0 })
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .returning({ id: jobs.id, accountId: jobs.accountId });
    if (job === undefined) return false;
    await tx
      .insert(recognisedPieces)
      .values({ jobId, ...piece })
      .onConflictDoNothing();
    await announceJob(tx, job, 'job');
    return true;
  });
}
