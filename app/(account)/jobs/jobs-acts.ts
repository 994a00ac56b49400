import { orderOf } from '#app/(account)/jobs/order-of';
import { toLength } from '#app/(account)/show-job';
import type { SignedIn } from '#app/session';
import type { Ordered } from '#components/account/jobs/jobs-desk';
import type { Measurement } from '#components/account/uploads/upload-panel';
import { readAccount } from '#lib/accounts/read-account';
import { parseOptionsWithUrl } from '#lib/api/submission-options';
import { env } from '#lib/env';
import { deleteJob } from '#lib/jobs/delete-job';
import { submitJob } from '#lib/jobs/submit-job';
import { Refusal } from '#lib/refusal';
import { measureUpload } from '#lib/uploads/measure-upload';
import { submitUpload } from '#lib/uploads/submit-upload';
import { totalPrice } from '#lib/uploads/total-price';

/** What the page shows of an upload that is all there. */
export async function showMeasured(which: { accountId: string; uploadId: string }): Promise<Measurement> {
  const measured = await measureUpload(which);
  if (measured === undefined) return { kind: 'gone' };
  if ('fault' in measured) return { kind: 'unusable', why: measured.fault };
  const { durationSeconds, priceCents } = measured;
  return { kind: 'measured', length: toLength(durationSeconds), priceCents };
}

/** All or none, as far as the balance goes: half of what was confirmed would be a surprise. */
export async function toSubmitAll({ db, accountId }: SignedIn, uploadIds: string[]): Promise<Ordered> {
  const [{ balanceCents }, price] = await Promise.all([
    readAccount(db, { accountId }),
    totalPrice({ accountId, uploadIds }),
  ]);
  if (price > balanceCents) return { kind: 'out-of-credit', balanceCents };
  return orderOf(async () => {
    for (const uploadId of uploadIds) await submitUpload(db, { accountId, uploadId });
  });
}

/** The rules are those of the API's JSON submission; what is wrong with the address is told in its words. */
export async function toSubmitUrl({ db, accountId }: SignedIn, mediaUrl: string): Promise<Ordered> {
  const rules = { ofUpload: { part: 'optional', mediaUrl: 'refused' }, callbackUrl: 'read' } as const;
  const { faults } = parseOptionsWithUrl(JSON.stringify({ media_url: mediaUrl }), rules);
  if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  const { priceCentsPerMinute } = env();
  return orderOf(async () => {
    await submitJob(db, { accountId, media: { mediaUrl } }, { priceCentsPerMinute });
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
