import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import type { EditedMonologue } from '#lib/transcript/edit';

/** Rows a statement: PostgreSQL takes 65,534 values. */
const batch = 1000;

type Row = Omit<typeof revisionMonologues.$inferSelect, 'jobId' | 'since' | 'until'>;

/** The columns that make a monologue. */
export const monologueColumns = {
  id: revisionMonologues.id,
  place: revisionMonologues.place,
  speaker: revisionMonologues.speaker,
  fromWord: revisionMonologues.fromWord,
  toWord: revisionMonologues.toWord,
  startMs: revisionMonologues.startMs,
  content: revisionMonologues.content,
};

/** A monologue of an edit from its row. */
export function toMonologue({ fromWord, toWord, startMs, ...same }: Row): EditedMonologue {
  return { ...same, from: fromWord, to: toWord, ...(startMs !== null && { startMs }) };
}

/** The condition that a row of `revision_monologues` belongs to this revision of the job. */
export function isOfRevision(jobId: string | AnyPgColumn, revision: number | SQL): SQL | undefined {
  const { since, until } = revisionMonologues;
  const isSince = sql`${since} <= ${revision}`;
  return and(eq(revisionMonologues.jobId, jobId), isSince, or(isNull(until), sql`${until} > ${revision}`));
}

/** The monologues of a saved revision, in no order. */
export async function readMonologues(
  db: Db | Tx,
  { jobId, revision }: { jobId: string; revision: number },
): Promise<EditedMonologue[]> {
  const rows = await db
    .select(monologueColumns)
    .from(revisionMonologues)
    .where(isOfRevision(jobId, revision));
  return rows.map(toMonologue);
}

/** Adds monologues as they are from a revision on. */
export async function insertMonologues(
  tx: Tx,
  { jobId, since, monologues }: { jobId: string; since: number; monologues: readonly EditedMonologue[] },
): Promise<void> {
  const rows = monologues.map(({ from, to, startMs, id, place, speaker, content }) => ({
    jobId,
    since,
    id,
    place,
    speaker,
    content,
    fromWord: from,
    toWord: to,
    startMs: startMs ?? null,
  }));
  for (let at = 0; at < rows.length; at += batch) {
    await tx.insert(revisionMonologues).values(rows.slice(at, at + batch));
  }
}
