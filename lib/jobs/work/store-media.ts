import { and, eq, isNull, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { forgetHeaders } from '#lib/jobs/headers/headers';

/**
 * Stores the key of a fetched job's media, and its name unless another was chosen. The first ones stored remain.
 * Deletes the headers of its requests.
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
