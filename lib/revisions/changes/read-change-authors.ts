import { and, eq, sql } from 'drizzle-orm';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';

/** Who changed or removed each monologue last, and when, by the monologue's id. What nobody touched is left out. */
export async function readChangeAuthors(
  db: Db,
  { jobId }: { jobId: string },
): Promise<Map<string, { author: string; at: Date }>> {
  const { id, since, until } = revisionMonologues;
  const last = db
    .select({ id, number: sql<number>`max(coalesce(${until}, ${since}))`.as('last_number') })
    .from(revisionMonologues)
    .where(eq(revisionMonologues.jobId, jobId))
    .groupBy(id)
    .as('last');
  const rows = await db
    .select({ id: last.id, author: revisions.authorName, at: revisions.at })
    .from(last)
    .innerJoin(revisions, and(eq(revisions.jobId, jobId), eq(revisions.number, last.number)));
  return new Map(rows.map(({ id, author, at }) => [id, { author, at }]));
}
