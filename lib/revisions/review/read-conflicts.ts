import { and, eq, ne, sql } from 'drizzle-orm';
import { recognitions } from '#drizzle/schema/recognitions';
import type { Db, Tx } from '#lib/db/connect';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';

/** Reads the conflicts of all recognitions of a job, including those no longer in use. */
export async function readConflicts(
  db: Db | Tx,
  { jobId }: { jobId: string },
): Promise<RecognitionConflict[]> {
  const { conflicts } = recognitions;
  const rows = await db
    .select({ conflicts })
    .from(recognitions)
    .where(and(eq(recognitions.jobId, jobId), ne(conflicts, sql`'[]'`)));
  return rows.flatMap((row) => row.conflicts);
}
