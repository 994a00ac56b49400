import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import type { NewRows } from '#lib/revisions/changes/prepare-change';
import type { EditedMonologue, EditedSpeaker } from '#lib/transcript/edit';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';

/*
 * Monologues are written and read as one JSON text: thousands of parameters or columns would block the event loop many
 * times as long.
 */

/** An SQL expression for a row's monologue as a JSON object. */
export const monologueObject = (() => {
  const { id, place, speaker, fromWord, toWord, startMs, content } = revisionMonologues;
  return sql`json_strip_nulls(json_build_object('id', ${id}, 'place', ${place}, 'speaker', ${speaker},
    'from', ${fromWord}, 'to', ${toWord}, 'startMs', ${startMs}, 'content', ${content}))`;
})();

/** The condition that a row of `revision_monologues` belongs to this revision of the job. */
export function isOfRevision(jobId: string | AnyPgColumn, revision: number | SQL): SQL | undefined {
  const { since, until } = revisionMonologues;
  const isSince = sql`${since} <= ${revision}`;
  return and(eq(revisionMonologues.jobId, jobId), isSince, or(isNull(until), sql`${until} > ${revision}`));
}

/** The condition that the column has one of these texts. Works for any number of them. */
export function isOneOf(column: AnyPgColumn, texts: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...texts])}::text[])`;
}

/** Returns the JSON of these rows' monologues, in the order of an edit. */
export async function selectMonologues(db: Db | Tx, where: SQL | undefined): Promise<string> {
  const { place, id } = revisionMonologues;
  const all = sql`json_agg(${monologueObject} order by ${place} collate "C", ${id} collate "C")`;
  const [row] = await db
    .select({ monologues: sql<string>`coalesce(${all}, '[]')::text` })
    .from(revisionMonologues)
    .where(where);
  return row?.monologues ?? '[]';
}

/** Returns these rows' monologues, in the order of an edit. */
export async function readMonologues(db: Db | Tx, where: SQL | undefined): Promise<EditedMonologue[]> {
  return JSON.parse(await selectMonologues(db, where)) as EditedMonologue[];
}

/** Inserts monologues that are valid from a revision on. */
export async function insertMonologues(
  tx: Tx,
  { jobId, since, rows: { monologues, words } }: { jobId: string; since: number; rows: NewRows },
): Promise<void> {
  await tx.execute(sql`
    insert into ${revisionMonologues}
      (job_id, since, id, place, speaker, from_word, to_word, start_ms, content, words)
    select ${jobId}::text, ${since}::int, given.*
    from rows from (
      json_to_recordset(${monologues}::json)
        as (id text, place text, speaker int, "from" int, "to" int, "startMs" int, content jsonb),
      unnest(${`{${words.join()}}`}::int[])
    ) as given`);
}

/** Returns the speakers of a revision (0 is the machine's). Throws if it doesn't exist. */
export async function readSpeakers(
  db: Db | Tx,
  { jobId, revision }: { jobId: string; revision: number },
): Promise<EditedSpeaker[]> {
  const [row] =
    revision === 0
      ? await db
          .select({ speakers: machineTranscripts.speakers })
          .from(machineTranscripts)
          .where(eq(machineTranscripts.jobId, jobId))
      : await db
          .select({ speakers: revisions.speakers })
          .from(revisions)
          .where(and(eq(revisions.jobId, jobId), eq(revisions.number, revision)));
  if (row === undefined) throw new Error(`job ${jobId} has no revision ${revision}`);
  return row.speakers;
}
