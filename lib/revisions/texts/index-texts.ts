import { and, eq, sql } from 'drizzle-orm';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Tx } from '#lib/db/connect';
import type { EditedMonologue } from '#lib/transcript/edit';
import { isOneOf } from '#lib/revisions/edit-rows';
import { readSomeWords } from '#lib/revisions/read-machine';
import { toTextRows, wordsAround, type TextRow } from '#lib/revisions/texts/to-text-rows';

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
    .where(and(eq(transcriptTexts.jobId, jobId), isOneOf(transcriptTexts.monologue, monologues)));
}

/** Makes these rows found, too. */
export async function insertTexts(
  tx: Tx,
  { jobId, rows }: { jobId: string; rows: readonly TextRow[] },
): Promise<void> {
  await tx.execute(sql`
    insert into ${transcriptTexts} (job_id, monologue, text, word_starts_ms)
    select ${jobId}::text, monologue, text, "wordStartsMs"
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (monologue text, text text, "wordStartsMs" int[])`);
}
