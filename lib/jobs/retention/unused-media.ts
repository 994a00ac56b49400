import { inArray, or } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db } from '#lib/db/connect';

/** Which of these storage keys belong to no job. */
export async function unusedMedia(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const columns = {
    media: jobs.mediaKey,
    rendition: jobs.renditionKey,
    picture: jobs.pictureKey,
    peaks: jobs.peaksKey,
  };
  const rows = await db
    .select(columns)
    .from(jobs)
    .where(or(...Object.values(columns).map((column) => inArray(column, keys))));
  const parts = await db
    .select({ part: pictureParts.partKey })
    .from(pictureParts)
    .where(inArray(pictureParts.partKey, keys));
  const used = new Set([...rows, ...parts].flatMap((row) => Object.values(row)));
  return keys.filter((key) => !used.has(key));
}
