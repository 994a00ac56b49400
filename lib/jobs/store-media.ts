import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

/** Notes where a fetched job's media is stored. The first one noted stays. */
export async function storeMedia(
  db: Db,
  { jobId, mediaKey, mediaBytes }: { jobId: string; mediaKey: string; mediaBytes: number },
): Promise<void> {
  await db
    .update(jobs)
    .set({ mediaKey, mediaBytes })
    .where(and(eq(jobs.id, jobId), isNull(jobs.mediaKey)));
}
