import { and, eq, isNull, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { forgetHeaders } from '#lib/jobs/headers/headers';

/**
 * Notes where a fetched job's media is stored, and its name unless another one was chosen. The first ones noted stay. The headers
 * that its requests needed are gone.
 */
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
      .set({
        mediaKey,
        mediaBytes,
        name: sql`case when ${jobs.nameChosen} then ${jobs.name} else ${name} end`,
      })
      .where(and(eq(jobs.id, jobId), isNull(jobs.mediaKey)))
      .returning({ id: jobs.id, accountId: jobs.accountId });
    await forgetHeaders(tx, { jobId, kind: 'media' });
    if (job !== undefined) await announceJob(tx, job, 'job');
  });
}
