import { and, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import { shareLinks } from '#drizzle/schema/share-links';

/** The condition that a row of `share_links` still opens its transcript. */
export function linkWorks(): SQL | undefined {
  const hasTime = or(isNull(shareLinks.expiresAt), gt(shareLinks.expiresAt, sql`now()`));
  return and(isNull(shareLinks.revokedAt), hasTime);
}
