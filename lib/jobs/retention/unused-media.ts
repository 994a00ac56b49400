import { inArray, or } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

/** Which of these storage keys belong to no job. */
export async function unusedMedia(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select({ media: jobs.mediaKey, rendition: jobs.renditionKey, peaks: jobs.peaksKey })
    .from(jobs)
    .where(or(inArray(jobs.mediaKey, keys), inArray(jobs.renditionKey, keys), inArray(jobs.peaksKey, keys)));
  const used = new Set(rows.flatMap(({ media, rendition, peaks }) => [media, rendition, peaks]));
  return keys.filter((key) => !used.has(key));
}
