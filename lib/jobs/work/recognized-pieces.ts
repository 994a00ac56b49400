import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';

/** A piece of a job's recording with its recognized words. */
export type RecognizedPiece = Omit<typeof recognizedPieces.$inferInsert, 'jobId'>;

/** A piece as stored. */
export type StoredPiece = Omit<typeof recognizedPieces.$inferSelect, 'jobId'>;

/** Reads the recognized pieces of a job, in order, from the number `from` on. */
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
 * Stores a piece's words and the job's progress (0 to 1). An already stored piece stays unchanged. Returns false, with
 * nothing stored, if the job has ended.
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
