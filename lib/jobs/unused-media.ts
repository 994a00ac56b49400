import { inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

/** Which of these storage keys belong to no job. */
export async function unusedMedia(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.select({ key: jobs.mediaKey }).from(jobs).where(inArray(jobs.mediaKey, keys));
  const used = new Set(rows.map((row) => row.key));
  return keys.filter((key) => !used.has(key));
}
