import { and, desc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { linkWorks } from '#lib/share-links/link-works';

/** A link that opens a transcript without an account. */
export interface ShareLinkOfAccount extends Pick<
  typeof shareLinks.$inferSelect,
  'id' | 'createdAt' | 'name' | 'permission' | 'expiresAt' | 'jobId'
> {
  jobName: string;
}

/** All share links of the account that still work, newest first. */
export async function listAccountShareLinks(
  db: Db,
  { accountId }: { accountId: string },
): Promise<ShareLinkOfAccount[]> {
  return db
    .select({
      id: shareLinks.id,
      createdAt: shareLinks.createdAt,
      name: shareLinks.name,
      permission: shareLinks.permission,
      expiresAt: shareLinks.expiresAt,
      jobId: jobs.id,
      jobName: jobs.name,
    })
    .from(shareLinks)
    .innerJoin(jobs, eq(jobs.id, shareLinks.jobId))
    .where(and(eq(jobs.accountId, accountId), linkWorks()))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
}
