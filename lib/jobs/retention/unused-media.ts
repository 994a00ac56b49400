import { sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db } from '#lib/db/connect';

/** Which of these storage keys belong to no job, in no order. Reads all jobs once, however many keys there are. */
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
