import { and, desc, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';

/** The share links of a job of the account that still work, newest first. */
export async function listShareLinks(
  db: Db,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<Array<{ id: string; createdAt: Date }>> {
  return db
    .select({ id: shareLinks.id, createdAt: shareLinks.createdAt })
    .from(shareLinks)
    .innerJoin(jobs, eq(jobs.id, shareLinks.jobId))
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), isNull(shareLinks.revokedAt)))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
}
