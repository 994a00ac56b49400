import { and, desc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { linkWorks } from '#lib/share-links/link-works';

/** A link that opens a transcript without an account. `lastUsedAt` is behind by ten minutes at most. */
export type ShareLink = Pick<
  typeof shareLinks.$inferSelect,
  'id' | 'createdAt' | 'name' | 'permission' | 'expiresAt' | 'lastUsedAt'
>;

/** The share links of a job of the account that still work, newest first. */
export async function listShareLinks(
  db: Db,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<ShareLink[]> {
  const { id, createdAt, name, permission, expiresAt, lastUsedAt } = shareLinks;
  return db
    .select({ id, createdAt, name, permission, expiresAt, lastUsedAt })
    .from(shareLinks)
    .innerJoin(jobs, eq(jobs.id, shareLinks.jobId))
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), linkWorks()))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
}
