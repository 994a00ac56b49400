import { and, eq, sql } from 'drizzle-orm';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Tx } from '#lib/db/connect';
import type { EditedMonologue } from '#lib/transcript/edit';
import { isOneOf } from '#lib/revisions/edit-rows';
import { readSomeWords } from '#lib/revisions/read-machine';
import { toTextRows, wordsAround, type TextRow } from '#lib/revisions/texts/to-text-rows';

/**
 * Indexes the words of these monologues of a job for search, replacing earlier rows, and removes those that are `gone`.
 * The machine transcript must exist. May be repeated.
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

/** Removes these monologues from the search index. */
export async function removeTexts(
  tx: Tx,
  { jobId, monologues }: { jobId: string; monologues: string[] },
): Promise<void> {
  if (monologues.length === 0) return;
  await tx
    .delete(transcriptTexts)
    .where(and(eq(transcriptTexts.jobId, jobId), isOneOf(transcriptTexts.monologue, monologues)));
}

/** Adds these rows to the search index. */
export async function insertTexts(
  tx: Tx,
  { jobId, rows }: { jobId: string; rows: readonly TextRow[] },
): Promise<void> {
  await tx.execute(sql`
    insert into ${transcriptTexts} (job_id, monologue, text, word_starts_ms)
    select ${jobId}::text, monologue, text, "wordStartsMs"
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (monologue text, text text, "wordStartsMs" int[])`);
}
