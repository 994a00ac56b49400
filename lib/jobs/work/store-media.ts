import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';

/** Notes where a fetched job's media is stored, and its name. The first ones noted stay. */
export async function storeMedia(
  db: Db,
  {
    jobId,
    mediaKey,
    mediaBytes,
    name,
  }: { jobId: string; mediaKey: string; mediaBytes: number; name: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ mediaKey, mediaBytes, name })
      .where(and(eq(jobs.id, jobId), isNull(jobs.mediaKey)))
      .returning({ id: jobs.id, accountId: jobs.accountId });
    if (job !== undefined) await announceJob(tx, job, 'job');
  });
}
