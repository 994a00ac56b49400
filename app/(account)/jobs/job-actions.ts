import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { trySubmit } from '#app/(account)/jobs/try-submit';
import { formatLength } from '#lib/messages/format';
import type { Session } from '#app/session';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { Measurement } from '#components/uploads/upload-phases.ts';
import { readAccount } from '#lib/billing/read-account';
import { parseOptionsOfUpload, toJobOptions, type OptionRules } from '#lib/api/submission/submission-options';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { cancelJob } from '#lib/endings/cancel-job';
import { submitSample } from '#lib/jobs/submit/submit-sample';
import { openStorage } from '#lib/storage/open-storage';
import type { JobOptions } from '#lib/jobs/submit/submission';
import { Refusal } from '#lib/refusal';
import { measureUpload } from '#lib/uploads/measure-upload';
import { submitUpload, totalPrice } from '#lib/uploads/submit-upload';
import { uploadKeptMs } from '#lib/uploads/upload-store';

const rules: OptionRules = {
  ofUpload: { part: 'optional', mediaUrl: 'refused' },
  callbackUrl: 'read',
  recognition: 'read',
  job: 'read',
};

/** A complete upload's length and prices. */
export async function presentMeasurement(which: {
  accountId: string;
  uploadId: string;
}): Promise<Measurement> {
  const measured = await measureUpload(which).catch(toBusy);
  if (measured === 'busy') return { kind: 'busy' };
  if (measured === undefined) return { kind: 'gone' };
  if ('fault' in measured) return { kind: 'unusable', why: explainFailure(measured.fault) };
  const { durationSeconds, prices } = measured;
  // Exact if its last byte has just arrived; otherwise, it is kept for longer.
  const expiresAt = new Date(Date.now() + uploadKeptMs).toISOString();
  return { kind: 'measured', length: formatLength(durationSeconds), prices, expiresAt };
}

function toBusy(error: unknown): 'busy' {
  if (error instanceof Refusal && error.reason.kind === 'service-unavailable') return 'busy';
  throw error;
}

/** An upload to submit, with unvalidated recognition choices. */
interface Chosen {
  uploadId: string;
  withTranscript: boolean;
  recognition: Record<string, unknown>;
}

/** Checks balance and choices for all first: a partial submission would be a surprise. */
export async function submitAll({ db, accountId }: Session, uploads: Chosen[]): Promise<SubmitResult> {
  // Most are already measured. An upload of unknown length has no price.
  for (const { uploadId } of uploads) await measureUpload({ accountId, uploadId });
  const [{ balanceCents }, price] = await Promise.all([
    readAccount(db, { accountId }),
    totalPrice({ accountId, uploads }),
  ]);
  if (price > balanceCents) return { kind: 'out-of-credit', balanceCents };
  return trySubmit(async () => {
    const chosen = uploads.map(({ recognition, ...upload }) => ({
      ...upload,
      asked: readChoices(recognition),
    }));
    for (const { asked } of chosen) await checkRecognition(asked.recognition);
    const jobIds: string[] = [];
    for (const upload of chosen) {
      const job = await submitUpload(db, { accountId, ...upload });
      if (job !== undefined) jobIds.push(job.id);
    }
    return jobIds;
  });
}

/** Parses one recording's choices by the API's rules. */
function readChoices(given: Record<string, unknown>): JobOptions {
  const { options, recognition, faults } = parseOptionsOfUpload(JSON.stringify(given), rules);
  if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  return toJobOptions(options, recognition);
}

/** The recording is the server's own file, never one named by the browser. */
export async function submitSampleOnce(
  { db, accountId }: Session,
  chosen: Record<string, unknown>,
): Promise<SubmitResult | { kind: 'sample-used' }> {
  let isUsed = false;
  const result = await trySubmit(async () => {
    const job = await submitSample(db, { accountId, asked: readChoices(chosen) }, { storage: openStorage() });
    isUsed = job === undefined;
    return job === undefined ? [] : [job.id];
  });
  return isUsed ? { kind: 'sample-used' } : result;
}

/** A job that has already ended stays as it is. */
export async function cancelUnlessEnded(
  { db, accountId }: Session,
  jobId: string,
): Promise<'canceled' | 'too-late'> {
  try {
    await cancelJob(db, { accountId, jobId });
    return 'canceled';
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'invalid-job-state') return 'too-late';
    throw error;
  }
}
