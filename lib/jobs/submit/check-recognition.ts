import type { Tx, Db } from '#lib/db/connect';
import { database } from '#lib/db/database';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { env } from '#lib/settings/env';
import { Refusal, type FaultyParameters } from '#lib/refusal';
import { checkBalance } from '#lib/billing/holds/hold';
import { priceCents } from '#lib/billing/price';
import type { Job } from '#lib/jobs/job';
import { findMissed, findRepeated } from '#lib/jobs/submit/idempotency';
import type { Submission, SubmitOptions } from '#lib/jobs/submit/submission';

/**
 * Finds options that no installed engine supports, by parameter, with supported values; empty if all are supported.
 * Looks up the engines only if there are options.
 */
export async function findRecognitionFaults(
  recognition: RecognitionOptions | undefined,
  tx?: Tx,
): Promise<FaultyParameters> {
  if (recognition === undefined) return {};
  const { engines, speakerModels } = await readOffer(() => tx ?? database().db, env());
  return chooseEngine(recognition, engines, { speakerModels }).faults ?? {};
}

/**
 * Refuses `invalid-parameters` for options that no installed engine supports. Within a transaction, pass it: waiting
 * for another connection could deadlock with other transactions that wait alike.
 */
export async function checkRecognition(recognition: RecognitionOptions | undefined, tx?: Tx): Promise<void> {
  const parameters = await findRecognitionFaults(recognition, tx);
  if (Object.keys(parameters).length > 0) throw new Refusal({ kind: 'invalid-parameters', parameters });
}

/**
 * Refuses what `submitJob` would refuse for media of at least this length, in the same order, before spending time on
 * measuring or copying them. Returns the first job of a repeated submission; undefined otherwise.
 */
export async function checkSubmission(
  db: Db,
  {
    accountId,
    recognition,
    seconds = 0,
  }: Pick<Submission, 'accountId' | 'recognition'> & {
    /** A lower bound of the length. */ seconds?: number;
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
