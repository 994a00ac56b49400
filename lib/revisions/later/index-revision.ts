import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import { isOneOf, readMonologues } from '#lib/revisions/edit-rows';
import { insertTexts, removeTexts } from '#lib/revisions/texts/index-texts';
import { readSomeWords } from '#lib/revisions/read-machine';
import { wordsAround, type TextRow } from '#lib/revisions/texts/to-text-rows';
import { runInThread } from '#lib/threads/run-in-thread';

/**
 * Makes a large save's text searchable, except monologues changed since. Does nothing if the job is gone. May be
 * repeated. Refuses as `runInThread` does.
 */
export async function indexRevision(
  db: Db,
  { jobId, revision }: { jobId: string; revision: number },
): Promise<void> {
  const [job] = await db.select({ accountId: jobs.accountId }).from(jobs).where(eq(jobs.id, jobId));
  if (job === undefined) return;
  const read = async () => {
    const monologues = await readMonologues(db, isLatestOf({ jobId, revision }));
    const range = wordsAround(monologues);
    return { monologues, words: await readSomeWords(db, { jobId, ...range }), from: range.from };
  };
  const rows = await runInThread('to-text-rows', read, job);
  await db.transaction((tx) => replaceTexts(tx, { jobId, revision, rows }));
}

async function replaceTexts(
  tx: Tx,
  { jobId, revision, rows }: { jobId: string; revision: number; rows: readonly TextRow[] },
): Promise<void> {
  // The same lock as in saves, so that none happens in between.
  const [job] = await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, jobId)).for('update');
  if (job === undefined || rows.length === 0) return;
  const ids = rows.map(({ monologue }) => monologue);
  const left = await tx
    .select({ id: revisionMonologues.id })
    .from(revisionMonologues)
    .where(and(isLatestOf({ jobId, revision }), isOneOf(revisionMonologues.id, ids)));
  const latest = new Set(left.map(({ id }) => id));
  await removeTexts(tx, { jobId, monologues: [...latest] });
  await insertTexts(tx, { jobId, rows: rows.filter(({ monologue }) => latest.has(monologue)) });
}

/** The condition for monologues that a revision wrote and no later one has changed. */
function isLatestOf({ jobId, revision }: { jobId: string; revision: number }) {
  const { since, until } = revisionMonologues;
  return and(eq(revisionMonologues.jobId, jobId), eq(since, revision), isNull(until));
}
