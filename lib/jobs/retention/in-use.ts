import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db } from '#lib/db/connect';
import { awaitsPicture, awaitsRendition } from '#lib/jobs/awaits-rendition';

/** Returns the ids among these that are in use: jobs in progress or awaiting a rendition, and parts of a picture. */
export async function jobsAtWork(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(inArray(jobs.id, ids), or(eq(jobs.status, 'in_progress'), awaitsRendition(), awaitsPicture())),
    );
  const parts = await db
    .select({ id: pictureParts.id })
    .from(pictureParts)
    .where(and(inArray(pictureParts.id, ids), isNull(pictureParts.frames)));
  return [...rows, ...parts].map(({ id }) => id);
}

/** Returns those of the storage keys that belong to no job, unordered. Reads all jobs once, however many keys. */
export async function unusedMedia(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.execute<{ key: string }>(sql`
    select unnest(${sql.param(keys)}::text[]) as key
    except (
      select unnest(array[${jobs.mediaKey}, ${jobs.renditionKey}, ${jobs.pictureKey}, ${jobs.peaksKey}]) from ${jobs}
      union all
      select ${pictureParts.partKey} from ${pictureParts}
    )`);
  return rows.map(({ key }) => key);
}
