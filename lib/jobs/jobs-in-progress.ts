import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

/** Which of these ids name jobs in progress. */
export async function jobsInProgress(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, ids), eq(jobs.status, 'in_progress')));
  return rows.map((row) => row.id);
}
