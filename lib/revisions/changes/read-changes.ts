import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import type { EditChange } from '#lib/transcript/edit';
import { monologueObject, readSpeakers } from '#lib/revisions/edit-rows';
import { findRevision } from '#lib/revisions/find-transcribed';
import { readDisplayName } from '#lib/accounts/settings/display-name';

/**
 * Returns, as JSON, the changes of the account's transcribed job since a revision (`change`), and the latest
 * `revision`. Refuses `revision-not-found`.
 */
export async function writeChanges(db: Db | Tx, reference: JobReference, since: number): Promise<string> {
  const { latestRevision: revision } = await findRevision(db, reference, since);
  const change = await writeChangeBetween(db, { jobId: reference.jobId, since, revision });
  return `{"revision":${revision},"change":${change}}`;
}

/**
 * Returns a job's change (`EditChange`) from revision `since` to a later one, as JSON written by the database: parsing
 * and serializing a whole transcript would block the event loop for half a second. Both revisions must exist.
 */
export async function writeChangeBetween(db: Db | Tx, between: Between): Promise<string> {
  const { put, ...rest } = await selectChangeBetween(db, between);
  return `{"put":${put},${JSON.stringify(rest).slice(1)}`;
}

interface Between {
  jobId: string;
  since: number;
  revision: number;
}

/** Returns the change with `put` as JSON. */
async function selectChangeBetween(
  db: Db | Tx,
  { jobId, since, revision }: Between,
): Promise<Omit<EditChange, 'put'> & { put: string }> {
  if (since === revision) return { put: '[]', remove: [] };
  const table = revisionMonologues;
  const isThere = sql`coalesce(${table.until} > ${revision}, true)`;
  const wasThere = sql`${table.since} <= ${since}`;
  const ids = (where: SQL) => sql<string[]>`coalesce(json_agg(${table.id}) filter (where ${where}), '[]')`;
  const put = sql`json_agg(${monologueObject}) filter (where ${isThere} and not ${wasThere})`;
  const [row] = await db
    .select({ put: sql<string>`coalesce(${put}, '[]')::text`, there: ids(isThere), before: ids(wasThere) })
    .from(table)
    .where(
      and(
        eq(table.jobId, jobId),
        lte(table.since, revision),
        or(gt(table.since, since), and(isNotNull(table.until), gt(table.until, since))),
      ),
    );
  const there = new Set(row?.there);
  const [before, speakers] = await Promise.all([
    readSpeakers(db, { jobId, revision: since }),
    readSpeakers(db, { jobId, revision }),
  ]);
  return {
    put: row?.put ?? '[]',
    remove: row?.before.filter((id) => !there.has(id)) ?? [],
    ...(!isDeepStrictEqual(before, speakers) && { speakers }),
  };
}

/**
 * Returns the last author to change or remove each monologue, and the time, by the monologue's ID; none for untouched
 * ones. The owner appears under their current name.
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
