import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import { linkWorks } from '#lib/share-links/link-works';
import type { MediaTicket } from '#lib/renditions/media-ticket';

/**
 * The rendition that a ticket opens now: its storage key and media type. Undefined when the job, its recording or
 * the share link of the ticket is gone, or the job in the trash.
 */
export async function findRendition(
  db: Db,
  { jobId, linkId }: MediaTicket,
): Promise<{ key: string; type: string } | undefined> {
  const found = db.select({ key: jobs.renditionKey, type: jobs.renditionType }).from(jobs);
  const isOfLink = and(eq(shareLinks.jobId, jobs.id), eq(shareLinks.id, linkId ?? ''), linkWorks());
  const [row] = await (linkId === undefined ? found : found.innerJoin(shareLinks, isOfLink)).where(
    and(eq(jobs.id, jobId), isOutsideTrash()),
  );
  if (row === undefined || row.key === null || row.type === null) return undefined;
  return { key: row.key, type: row.type };
}
