import { and, eq, sql } from 'drizzle-orm';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import { readDisplayName } from '#lib/accounts/settings/display-name';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';

/**
 * The last author to change or remove each monologue, and the time, by the monologue's id. What nobody touched is left out. An
 * owner's saves carry the name that the owner has now.
 */
export async function readChangeAuthors(
  db: Db,
  { accountId, jobId }: JobReference,
): Promise<Map<string, { author: string; at: Date }>> {
  const { id, since, until } = revisionMonologues;
  const last = db
    .select({ id, number: sql<number>`max(coalesce(${until}, ${since}))`.as('last_number') })
    .from(revisionMonologues)
    .where(eq(revisionMonologues.jobId, jobId))
    .groupBy(id)
    .as('last');
  const rows = await db
    .select({ id: last.id, kind: revisions.authorKind, name: revisions.authorName, at: revisions.at })
    .from(last)
    .innerJoin(revisions, and(eq(revisions.jobId, jobId), eq(revisions.number, last.number)));
  const owner = await readDisplayName(db, { accountId });
  return new Map(rows.map(({ id, kind, name, at }) => [id, { author: kind === 'owner' ? owner : name, at }]));
}
