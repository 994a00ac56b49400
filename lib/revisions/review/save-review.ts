import { sql } from 'drizzle-orm';
import { reviewedWords } from '#drizzle/schema/reviewed-words';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import { findTranscribed } from '#lib/revisions/find-transcribed';
import { enqueueMeasuring } from '#lib/revisions/review/measure-review';
import { readReview, type Reviewed } from '#lib/revisions/review/read-review';

/**
 * Adds to the accepted ranges of the account's transcript, removes withdrawn ones, and returns all. Idempotent, and
 * keeps what others add concurrently. Refuses `job-not-found`, `invalid-job-state`, and `invalid-parameters` for words
 * that don't exist.
 */
export async function saveReview(
  db: Db,
  reference: JobReference,
  { accept, withdraw }: { accept: Reviewed; withdraw: Reviewed },
): Promise<Reviewed> {
  const { wordCount } = await findTranscribed(db, reference);
  const isOutside = (ranges: Reviewed['words'], end: number) =>
    ranges.some(([from, to]) => from < 0 || to < from || to > end);
  // There is also a pause after the last word.
  const isUnknown = [accept, withdraw].some(
    ({ words, pauses }) => isOutside(words, wordCount) || isOutside(pauses, wordCount + 1),
  );
  if (isUnknown) {
    const parameters = { ranges: [`The transcript has ${wordCount} machine words.`] };
    throw new Refusal({ kind: 'invalid-parameters', parameters });
  }
  const { words, pauses } = reviewedWords;
  return db.transaction(async (tx) => {
    await tx
      .insert(reviewedWords)
      .values({ jobId: reference.jobId, ...accept })
      .onConflictDoUpdate({
        target: reviewedWords.jobId,
        set: { words: sql`${words} + excluded.words`, pauses: sql`${pauses} + excluded.pauses` },
      });
    await tx
      .update(reviewedWords)
      .set({
        words: sql`${words} - ${sql.param(withdraw.words, words)}::int4multirange`,
        pauses: sql`${pauses} - ${sql.param(withdraw.pauses, pauses)}::int4multirange`,
      })
      .where(sql`${reviewedWords.jobId} = ${reference.jobId}`);
    await enqueueMeasuring(tx, reference);
    return readReview(tx, reference);
  });
}
