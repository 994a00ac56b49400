import { and, eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { linkWorks } from '#lib/share-links/link-works';
import { hashToken } from '#lib/ids/link-token';

/** A link that opens, what it lets its guest do, and until when. */
export interface OpenedLink {
  id: string;
  permission: 'view' | 'edit';
  expiresAt: Date | null;
}

/** The job of a share link; undefined if unknown, revoked or expired. Notes its use, at most every ten minutes. */
export async function openShareLink(
  db: Db,
  { token }: { token: string },
): Promise<{ job: Job; link: OpenedLink } | undefined> {
  const { id, permission, expiresAt, lastUsedAt } = shareLinks;
  const isNoted = sql<boolean>`coalesce(${lastUsedAt} >= now() - interval '10 minutes', false)`;
  const [row] = await db
    .select({ job: jobs, link: { id, permission, expiresAt }, isNoted })
    .from(shareLinks)
    .innerJoin(jobs, eq(jobs.id, shareLinks.jobId))
    .where(and(eq(shareLinks.sha256, hashToken(token)), linkWorks()));
  if (row === undefined) return undefined;
  const { job, link } = row;
  if (!row.isNoted) {
    await db
      .update(shareLinks)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(id, link.id));
  }
  return { job, link };
}
