import { eq, sql } from 'drizzle-orm';
import { reviewedWords } from '#drizzle/schema/reviewed-words';
import type { Tx } from '#lib/db/connect';
import type { KeptWords } from '#lib/revisions/recognitions/recognized';
import { readConflicts } from '#lib/revisions/review/read-conflicts';
import { numbersIn, toRanges, type NumberRange } from '#lib/transcript/number-ranges';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';

/**
 * Carries over accepted words and pauses that a later recognition kept, and returns the conflicts whose words were all
 * kept, with their new indexes.
 */
export async function carryReview(
  tx: Tx,
  { jobId, kept }: { jobId: string; kept: readonly KeptWords[] },
): Promise<RecognitionConflict[]> {
  const renumbered = new Map<number, number>();
  for (const { from, to, by } of kept) for (let i = from; i < to; i++) renumbered.set(i, i + by);
  const carry = (ranges: readonly NumberRange[]): NumberRange[] =>
    toRanges([...numbersIn(ranges)].flatMap((number) => renumbered.get(number) ?? []));
  const { words, pauses } = reviewedWords;
  const isOfJob = eq(reviewedWords.jobId, jobId);
  const [accepted] = await tx.select({ words, pauses }).from(reviewedWords).where(isOfJob);
  if (accepted !== undefined) {
    const more = { words: carry(accepted.words), pauses: carry(accepted.pauses) };
    await tx
      .update(reviewedWords)
      .set({
        words: sql`${words} + ${sql.param(more.words, words)}::int4multirange`,
        pauses: sql`${pauses} + ${sql.param(more.pauses, pauses)}::int4multirange`,
      })
      .where(isOfJob);
  }
  return (await readConflicts(tx, { jobId })).flatMap(({ from, to, text }) => {
    const [first, last] = [renumbered.get(from), renumbered.get(to - 1)];
    const isKept = first !== undefined && last === first + to - 1 - from;
    return isKept ? [{ from: first, to: last + 1, text }] : [];
  });
}
