import { and, eq, inArray } from 'drizzle-orm';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Tx } from '#lib/db/connect';
import { toElements } from '#lib/transcript/align/align';
import type { EditedMonologue } from '#lib/transcript/edit';
import { toSearchWords } from '#lib/revisions/to-search-words';
import { readSomeWords } from '#lib/revisions/read-machine';

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
  const stale = [...monologues.map(({ id }) => id), ...gone];
  if (stale.length === 0) return;
  await tx
    .delete(transcriptTexts)
    .where(and(eq(transcriptTexts.jobId, jobId), inArray(transcriptTexts.monologue, stale)));
  if (monologues.length === 0) return;
  // One word more on both sides: a monologue without any has its times from the pause between them.
  const from = Math.max(
    0,
    monologues.reduce((first, monologue) => Math.min(first, monologue.from), Infinity) - 1,
  );
  const to = monologues.reduce((last, monologue) => Math.max(last, monologue.to), 0) + 1;
  const words = await readSomeWords(tx, { jobId, from, to });
  const rows = monologues.map((monologue) => {
    const here = { ...monologue, from: monologue.from - from, to: monologue.to - from };
    const said = toSearchWords(toElements(here, words));
    return {
      jobId,
      monologue: monologue.id,
      text: said.map(({ text }) => text).join(' '),
      wordStartsMs: said.map(({ startMs }) => startMs),
    };
  });
  for (let at = 0; at < rows.length; at += batch) {
    await tx.insert(transcriptTexts).values(rows.slice(at, at + batch));
  }
}
