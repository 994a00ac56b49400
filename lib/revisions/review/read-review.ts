import { eq } from 'drizzle-orm';
import { reviewedWords } from '#drizzle/schema/reviewed-words';
import type { Db, Tx } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { findTranscribed } from '#lib/revisions/find-transcribed';
import type { NumberRange } from '#lib/transcript/number-ranges';

/** Accepted parts of a machine transcript: words, and pauses by the index of the following word. */
export interface Reviewed {
  words: NumberRange[];
  pauses: NumberRange[];
}

/** Reads the accepted parts of the account's transcript. Refuses `job-not-found` and `invalid-job-state`. */
export async function readReview(db: Db | Tx, reference: JobReference): Promise<Reviewed> {
  await findTranscribed(db, reference);
  const [row] = await db
    .select({ words: reviewedWords.words, pauses: reviewedWords.pauses })
    .from(reviewedWords)
    .where(eq(reviewedWords.jobId, reference.jobId));
  return row ?? { words: [], pauses: [] };
}
