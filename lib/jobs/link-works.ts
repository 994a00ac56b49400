import { isNull, type SQL } from 'drizzle-orm';
import { shareLinks } from '#drizzle/schema/share-links';

/** The condition that a row of `share_links` still opens its transcript. */
export function linkWorks(): SQL | undefined {
  return isNull(shareLinks.revokedAt);
}
