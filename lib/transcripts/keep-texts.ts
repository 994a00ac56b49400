import { eq } from 'drizzle-orm';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import type { Tx } from '#lib/db/connect';

/** Rows a statement: PostgreSQL takes 65,534 values. */
const batch = 1000;

/** Makes the words of a job's monologues what a search finds, in place of those kept before. May be repeated. */
export async function keepTexts(
  tx: Tx,
  { jobId, monologues }: { jobId: string; monologues: Array<Array<{ text: string; startMs: number }>> },
): Promise<void> {
  await tx.delete(transcriptTexts).where(eq(transcriptTexts.jobId, jobId));
  const rows = monologues.map((words, monologue) => ({
    jobId,
    monologue,
    // A blank inside a word would shift the times of those behind it.
    text: words.map(({ text }) => text.replaceAll(/\s/gu, '\u00A0')).join(' '),
    wordStartsMs: words.map(({ startMs }) => startMs),
  }));
  for (let at = 0; at < rows.length; at += batch) {
    await tx.insert(transcriptTexts).values(rows.slice(at, at + batch));
  }
}
