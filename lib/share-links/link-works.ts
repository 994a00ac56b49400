import { and, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';

/** The condition that a row of `share_links` still opens its transcript, which is not in the trash. */
export function linkWorks(): SQL | undefined {
  const hasTime = or(isNull(shareLinks.expiresAt), gt(shareLinks.expiresAt, sql`now()`));
  const hasJob = sql`exists (select from ${jobs} j where j.id = ${shareLinks.jobId} and j.trashed_at is null)`;
  return and(isNull(shareLinks.revokedAt), hasTime, hasJob);
}
