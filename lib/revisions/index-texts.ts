import { and, eq, inArray } from 'drizzle-orm';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Tx } from '#lib/db/connect';
import type { EditedMonologue } from '#lib/transcript/edit';
import { readSomeWords } from '#lib/revisions/read-machine';
import { toTextRows, wordsAround, type TextRow } from '#lib/revisions/to-text-rows';

/** Rows a statement: PostgreSQL takes 65,534 values. */
const batch = 1000;

/**
 * Makes the words of these monologues of a job what a search finds, in place of theirs kept before; of those that are
 * gone nothing is found any more. The machine transcript must be there. May be repeated.
 */
export async function indexTexts(
  tx: Tx,
  { jobId, monologues, gone = [] }: { jobId: string; monologues: EditedMonologue[]; gone?: string[] },
): Promise<void> {
  await removeTexts(tx, { jobId, monologues: [...monologues.map(({ id }) => id), ...gone] });
  if (monologues.length === 0) return;
  const range = wordsAround(monologues);
  const words = await readSomeWords(tx, { jobId, ...range });
  await insertTexts(tx, { jobId, rows: toTextRows({ monologues, words, from: range.from }) });
}

/** Nothing of these monologues is found any more. */
export async function removeTexts(
  tx: Tx,
  { jobId, monologues }: { jobId: string; monologues: string[] },
): Promise<void> {
  if (monologues.length === 0) return;
  await tx
    .delete(transcriptTexts)
    .where(and(eq(transcriptTexts.jobId, jobId), inArray(transcriptTexts.monologue, monologues)));
}

/** Makes these rows found, too. */
export async function insertTexts(
  tx: Tx,
  { jobId, rows }: { jobId: string; rows: readonly TextRow[] },
): Promise<void> {
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch).map((row) => ({ jobId, ...row }));
    await tx.insert(transcriptTexts).values(some);
  }
}
