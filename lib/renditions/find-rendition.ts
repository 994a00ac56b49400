import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import { linkWorks } from '#lib/share-links/link-works';
import type { MediaTicket } from '#lib/renditions/media-ticket';

/** A ticket's file: storage key and type, unknown for recordings. Undefined if job, recording or link is gone. */
export async function findRendition(
  db: Db,
  { jobId, linkId, file }: MediaTicket,
): Promise<{ key: string; type: string | undefined } | undefined> {
  const { renditionKey: key, renditionType: type, pictureKey, mediaKey } = jobs;
  const found = db.select({ key, type, pictureKey, mediaKey, status: jobs.status }).from(jobs);
  const isOfLink = and(eq(shareLinks.jobId, jobs.id), eq(shareLinks.id, linkId ?? ''), linkWorks());
  const [row] = await (linkId === undefined ? found : found.innerJoin(shareLinks, isOfLink)).where(
    and(eq(jobs.id, jobId), isOutsideTrash()),
  );
  if (file === 'picture')
    return row === undefined || row.pictureKey === null
      ? undefined
      : { key: row.pictureKey, type: 'video/mp4' };
  if (file === 'original')
    return row === undefined || row.mediaKey === null || row.status !== 'transcribed'
      ? undefined
      : { key: row.mediaKey, type: undefined };
  if (row === undefined || row.key === null || row.type === null) return undefined;
  return { key: row.key, type: row.type };
}
