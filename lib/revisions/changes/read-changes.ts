import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import type { EditChange } from '#lib/transcript/edit';
import { monologueObject, readSpeakers } from '#lib/revisions/edit-rows';
import { findRevision } from '#lib/revisions/find-transcribed';

/** A change and the revision that it leads to. */
export interface ChangeTo {
  revision: number;
  change: EditChange;
}

/** The changes of a transcribed job of the account since a revision, and the latest revision. Refuses `revision-not-found`. */
export async function readChanges(db: Db | Tx, reference: JobReference, since: number): Promise<ChangeTo> {
  const { latestRevision } = await findRevision(db, reference, since);
  const { jobId } = reference;
  return {
    revision: latestRevision,
    change: await readChangeBetween(db, { jobId, since, revision: latestRevision }),
  };
}

/** The change from the revision `since` of a job to a later one. Both must be there. */
export async function readChangeBetween(
  db: Db | Tx,
  { jobId, since, revision }: { jobId: string; since: number; revision: number },
): Promise<EditChange> {
  if (since === revision) return { put: [], remove: [] };
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
    put: JSON.parse(row?.put ?? '[]') as EditChange['put'],
    remove: row?.before.filter((id) => !there.has(id)) ?? [],
    ...(!isDeepStrictEqual(before, speakers) && { speakers }),
  };
}
