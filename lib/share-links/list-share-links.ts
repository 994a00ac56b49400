import { and, desc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { linkWorks } from '#lib/share-links/open-share-link';
import { unseal } from '#lib/ids/seal';

/** A link that opens a transcript without an account. `lastUsedAt` lags by up to ten minutes. */
export interface ShareLink extends Pick<
  typeof shareLinks.$inferSelect,
  'id' | 'createdAt' | 'name' | 'permission' | 'expiresAt' | 'lastUsedAt'
> {
  /** Left out if only its hash is stored. */
  token?: string;
}

/** Lists the valid share links of a job of the account, newest first, with tokens sealed under this secret. */
export async function listShareLinks(
  db: Db,
  { accountId, jobId }: { accountId: string; jobId: string },
  secret?: string,
): Promise<ShareLink[]> {
  const { id, createdAt, name, permission, expiresAt, lastUsedAt, sealedToken } = shareLinks;
  const links = await db
    .select({ id, createdAt, name, permission, expiresAt, lastUsedAt, sealedToken })
    .from(shareLinks)
    .innerJoin(jobs, eq(jobs.id, shareLinks.jobId))
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, jobId), linkWorks()))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
  return links.map(({ sealedToken: sealed, ...link }) => {
    const token =
      secret === undefined || sealed === null
        ? undefined
        : unseal(secret, { purpose: 'share link', id: link.id, sealed });
    return { ...link, ...(token !== undefined && { token }) };
  });
}

/** A link that opens a transcript without an account. */
interface ShareLinkOfAccount extends Pick<
  typeof shareLinks.$inferSelect,
  'id' | 'createdAt' | 'name' | 'permission' | 'expiresAt' | 'jobId'
> {
  jobName: string;
}

/** Lists all valid share links of the account, newest first. */
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
