import { and, eq, inArray, or } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { awaitsRendition } from '#lib/jobs/awaits-rendition';

/** Which of these ids name jobs that something is still done for: in progress, or waiting for their rendition. */
export async function jobsAtWork(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, ids), or(eq(jobs.status, 'in_progress'), awaitsRendition())));
  return rows.map((row) => row.id);
}
