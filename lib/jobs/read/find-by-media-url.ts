import { and, desc, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash, isSubmitted } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';

/** Finds the newest job of the account and mode with this URL, preferably one of known length. */
export async function findByMediaUrl(
  db: Db,
  { accountId, mode, mediaUrl }: { accountId: string; mode: ApiMode; mediaUrl: string },
): Promise<Pick<Job, 'id' | 'status' | 'durationSeconds'> | undefined> {
  const { id, status, durationSeconds, createdAt } = jobs;
  const [job] = await db
    .select({ id, status, durationSeconds })
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, accountId),
        eq(jobs.mode, mode),
        eq(jobs.mediaUrl, mediaUrl),
        isSubmitted(),
        isOutsideTrash(),
      ),
    )
    .orderBy(isNull(durationSeconds), desc(createdAt))
    .limit(1);
  return job;
}
