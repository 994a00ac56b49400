import { and, eq, sql, gt, isNull, or, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { hashToken } from '#lib/ids/link-token';

/** A valid link, its guests' permission, and its expiry. */
export interface OpenedLink {
  id: string;
  permission: 'view' | 'edit';
  expiresAt: Date | null;
}

/** Finds a share link's job; undefined if unknown, revoked or expired. Notes its use, at most every ten minutes. */
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

/** Matches valid share links whose transcript isn't in the trash. */
export function linkWorks(): SQL | undefined {
  const hasTime = or(isNull(shareLinks.expiresAt), gt(shareLinks.expiresAt, sql`now()`));
  const hasJob = sql`exists (select from ${jobs} j where j.id = ${shareLinks.jobId} and j.trashed_at is null)`;
  return and(isNull(shareLinks.revokedAt), hasTime, hasJob);
}

/** Reads the job of a link, as named in the audit log. */
export async function readTarget(
  tx: Tx,
  { jobId }: { jobId: string },
): Promise<{ id: string; name: string } | undefined> {
  const [job] = await tx.select({ id: jobs.id, name: jobs.name }).from(jobs).where(eq(jobs.id, jobId));
  return job;
}
