import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';

/** One piece of a job's recording with the words heard in it. */
export type RecognizedPiece = Omit<typeof recognizedPieces.$inferInsert, 'jobId'>;

/** A piece as it was stored. */
export type StoredPiece = Omit<typeof recognizedPieces.$inferSelect, 'jobId'>;

/** The pieces of a job that are recognized already, in order; with `from`, those with this number or a higher one. */
export async function readPieces(
  db: Db,
  { jobId, from = 0 }: { jobId: string; from?: number },
): Promise<StoredPiece[]> {
  const { index, channel, startMs, endMs, words, language, timing, score } = recognizedPieces;
  return db
    .select({ index, channel, startMs, endMs, words, language, timing, score })
    .from(recognizedPieces)
    .where(and(eq(recognizedPieces.jobId, jobId), gte(recognizedPieces.index, from)))
    .orderBy(asc(recognizedPieces.index));
}

/**
 * Stores a piece's words, and the job's progress (0 to 1) with them. A piece that is stored already stays as it is. Returns
 * whether the job is still in progress: of one that has ended nothing is stored.
 */
export async function storePiece(
  db: Db,
  { jobId, progress, ...piece }: RecognizedPiece & { jobId: string; progress: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ progress, progressAt: sql`now()`, startsWithoutProgress: 0 })
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .returning({ id: jobs.id, accountId: jobs.accountId });
    if (job === undefined) return false;
    await tx
      .insert(recognizedPieces)
      .values({ jobId, ...piece })
      .onConflictDoNothing();
    await announceJob(tx, job, 'job');
    return true;
  });
}
