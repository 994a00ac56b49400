import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import { countWords } from '#lib/revisions/changes/count-words';
import type { EditedMonologue, EditedSpeaker } from '#lib/transcript/edit';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';

/*
 * Monologues are written and read as one JSON text: thousands of rows of parameters or columns would keep the event loop busy for
 * many times as long.
 */

/** The monologues of the rows, as an object of JSON each. */
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

/** The condition that the column has one of these texts, however many there are. */
export function isOneOf(column: AnyPgColumn, texts: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...texts])}::text[])`;
}

/** The JSON of the monologues of these rows, in the order of an edit. */
export async function selectMonologues(db: Db | Tx, where: SQL | undefined): Promise<string> {
  const { place, id } = revisionMonologues;
  const all = sql`json_agg(${monologueObject} order by ${place} collate "C", ${id} collate "C")`;
  const [row] = await db
    .select({ monologues: sql<string>`coalesce(${all}, '[]')::text` })
    .from(revisionMonologues)
    .where(where);
  return row?.monologues ?? '[]';
}

/** The monologues of these rows, in the order of an edit. */
export async function readMonologues(db: Db | Tx, where: SQL | undefined): Promise<EditedMonologue[]> {
  return JSON.parse(await selectMonologues(db, where)) as EditedMonologue[];
}

/** Adds monologues as they are from a revision on. */
export async function insertMonologues(
  tx: Tx,
  { jobId, since, monologues }: { jobId: string; since: number; monologues: readonly EditedMonologue[] },
): Promise<void> {
  const rows = monologues.map((monologue) => ({ ...monologue, words: countWords([monologue]) }));
  await tx.execute(sql`
    insert into ${revisionMonologues}
      (job_id, since, id, place, speaker, from_word, to_word, start_ms, content, words)
    select ${jobId}::text, ${since}::int, id, place, speaker, "from", "to", "startMs", content, words
    from json_to_recordset(${JSON.stringify(rows)}::json) as given
      (id text, place text, speaker int, "from" int, "to" int, "startMs" int, content jsonb, words int)`);
}

/** The speakers of a revision; 0 is the machine's. Throws for a revision that there is not. */
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
