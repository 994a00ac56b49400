import { and, eq, inArray, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';

/** Ends a share link of the account at once. One that is unknown or ended already is left as it is. */
export async function revokeShareLink(
  db: Db,
  { accountId, linkId }: { accountId: string; linkId: string },
): Promise<void> {
  const mine = db.select({ id: jobs.id }).from(jobs).where(eq(jobs.accountId, accountId));
  await db
    .update(shareLinks)
    .set({ revokedAt: new Date() })
    .where(and(eq(shareLinks.id, linkId), inArray(shareLinks.jobId, mine), isNull(shareLinks.revokedAt)));
}
