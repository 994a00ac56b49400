import { orderOf } from '#app/(account)/jobs/order-of';
import { toLength } from '#app/(account)/show-job';
import type { SignedIn } from '#app/session';
import type { Ordered } from '#components/account/jobs/jobs-desk';
import type { Measurement } from '#components/account/uploads/upload-panel';
import { readAccount } from '#lib/accounts/read-account';
import { parseOptionsOfUpload, parseOptionsWithUrl, type OptionRules } from '#lib/api/submission-options';
import { env } from '#lib/env';
import { checkRecognition } from '#lib/jobs/check-recognition';
import { deleteJob } from '#lib/jobs/delete-job';
import { submitJob } from '#lib/jobs/submit-job';
import type { RecognitionOptions } from '#lib/recognition/options';
import { Refusal } from '#lib/refusal';
import { measureUpload } from '#lib/uploads/measure-upload';
import { submitUpload } from '#lib/uploads/submit-upload';
import { totalPrice } from '#lib/uploads/total-price';

const rules: OptionRules = {
  ofUpload: { part: 'optional', mediaUrl: 'refused' },
  callbackUrl: 'read',
  recognition: 'read',
};

/** What the page shows of an upload that is all there. */
export async function showMeasured(which: { accountId: string; uploadId: string }): Promise<Measurement> {
  const measured = await measureUpload(which);
  if (measured === undefined) return { kind: 'gone' };
  if ('fault' in measured) return { kind: 'unusable', why: measured.fault };
  const { durationSeconds, priceCents } = measured;
  return { kind: 'measured', length: toLength(durationSeconds), priceCents };
}

/** An upload to submit, with choices of recognition that nobody has looked at yet. */
interface Chosen {
  uploadId: string;
  recognition: Record<string, unknown>;
}

/** All or none, as far as the balance and the choices go: half of what was confirmed would be a surprise. */
export async function toSubmitAll({ db, accountId }: SignedIn, uploads: Chosen[]): Promise<Ordered> {
  const uploadIds = uploads.map(({ uploadId }) => uploadId);
  const [{ balanceCents }, price] = await Promise.all([
    readAccount(db, { accountId }),
    totalPrice({ accountId, uploadIds }),
  ]);
  if (price > balanceCents) return { kind: 'out-of-credit', balanceCents };
  return orderOf(async () => {
    const chosen = uploads.map(({ uploadId, recognition }) => ({
      uploadId,
      recognition: readChoices(recognition),
    }));
    for (const { recognition } of chosen) await checkRecognition(recognition);
    for (const upload of chosen) await submitUpload(db, { accountId, ...upload });
  });
}

/** What was chosen for one recording, by the rules of the API. */
function readChoices(given: Record<string, unknown>): RecognitionOptions | undefined {
  const { recognition, faults } = parseOptionsOfUpload(JSON.stringify(given), rules);
  if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  return recognition;
}

/** The rules are those of the API's JSON submission; what is wrong with the address is told in its words. */
export async function toSubmitUrl(
  { db, accountId }: SignedIn,
  mediaUrl: string,
  chosen: Record<string, unknown>,
): Promise<Ordered> {
  const { priceCentsPerMinute } = env();
  return orderOf(async () => {
    const { recognition, faults } = parseOptionsWithUrl(
      JSON.stringify({ ...chosen, media_url: mediaUrl }),
      rules,
    );
    if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
    await submitJob(db, { accountId, media: { mediaUrl }, recognition }, { priceCentsPerMinute });
  });
}

/** A job that is in progress stays; one that is gone already is no trouble. */
export async function toDeleteAll({ db, accountId }: SignedIn, jobIds: string[]): Promise<{ kept: number }> {
  let kept = 0;
  for (const jobId of jobIds) {
    try {
      await deleteJob(db, { accountId, jobId });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason.kind === 'invalid-job-state') kept += 1;
    }
  }
  return { kept };
}
