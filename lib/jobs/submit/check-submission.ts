import { checkBalance } from '#lib/billing/holds/hold';
import { priceCents } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { findMissed, findRepeated } from '#lib/jobs/submit/idempotency';
import type { Submission, SubmitOptions } from '#lib/jobs/submit/submit-job';

/**
 * Refuses what `submitJob` would refuse of media at least so long, in its order, so that nothing is spent on measuring or
 * copying them. Gives the first job of a repeated submission, which need not be measured either; undefined otherwise.
 */
export async function checkSubmission(
  db: Db,
  {
    accountId,
    recognition,
    seconds = 0,
  }: Pick<Submission, 'accountId' | 'recognition'> & {
    /** The least that is known of the length. */ seconds?: number;
  },
  { priceCentsPerMinute, idempotency }: SubmitOptions,
): Promise<Job | undefined> {
  const first = await findRepeated(db, { accountId, idempotency });
  if (first !== undefined) return first;
  await checkRecognition(recognition);
  try {
    await checkBalance(db, { accountId, amountCents: priceCents(seconds, priceCentsPerMinute) });
  } catch (error) {
    const missed = await findMissed(db, error, { accountId, idempotency });
    if (missed === undefined) throw error;
    return missed;
  }
  return undefined;
}
