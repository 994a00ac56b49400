import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { trySubmit } from '#app/(account)/jobs/try-submit';
import { formatLength } from '#lib/messages/format';
import type { Session } from '#app/session';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { Measurement } from '#components/uploads/upload-phases.ts';
import { readAccount } from '#lib/billing/read-account';
import {
  parseOptionsOfUpload,
  parseOptionsWithUrl,
  toJobOptions,
  type OptionRules,
} from '#lib/api/submission/submission-options';
import { env } from '#lib/settings/env';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { cancelJob } from '#lib/endings/cancel-job';
import { submitLink } from '#lib/jobs/submit/submit-link';
import { submitSample } from '#lib/jobs/submit/submit-sample';
import { openStorage } from '#lib/storage/open-storage';
import type { JobOptions } from '#lib/jobs/submit/submit-job';
import { Refusal } from '#lib/refusal';
import { measureUpload } from '#lib/uploads/measure-upload';
import { submitUpload } from '#lib/uploads/submit-upload';
import { uploadKeptMs } from '#lib/uploads/upload-store';
import { totalPrice } from '#lib/uploads/total-price';

const rules: OptionRules = {
  ofUpload: { part: 'optional', mediaUrl: 'refused' },
  callbackUrl: 'read',
  recognition: 'read',
  job: 'read',
};

/** The length and price of a complete upload. */
export async function presentMeasurement(which: {
  accountId: string;
  uploadId: string;
}): Promise<Measurement> {
  const measured = await measureUpload(which).catch(toBusy);
  if (measured === 'busy') return { kind: 'busy' };
  if (measured === undefined) return { kind: 'gone' };
  if ('fault' in measured) return { kind: 'unusable', why: explainFailure(measured.fault) };
  const { durationSeconds, priceCents } = measured;
  // Its last byte has just come, or will be kept for longer than is said here.
  const expiresAt = new Date(Date.now() + uploadKeptMs).toISOString();
  return { kind: 'measured', length: formatLength(durationSeconds), priceCents, expiresAt };
}

function toBusy(error: unknown): 'busy' {
  if (error instanceof Refusal && error.reason.kind === 'service-unavailable') return 'busy';
  throw error;
}

/** An upload to submit, with unchecked choices of recognition. */
interface Chosen {
  uploadId: string;
  recognition: Record<string, unknown>;
}

/** All or none, as far as the balance and the choices go: half of what was confirmed would be a surprise. */
export async function submitAll({ db, accountId }: Session, uploads: Chosen[]): Promise<SubmitResult> {
  const uploadIds = uploads.map(({ uploadId }) => uploadId);
  // Most were measured before; an upload of unknown length has no price.
  for (const uploadId of uploadIds) await measureUpload({ accountId, uploadId });
  const [{ balanceCents }, price] = await Promise.all([
    readAccount(db, { accountId }),
    totalPrice({ accountId, uploadIds }),
  ]);
  if (price > balanceCents) return { kind: 'out-of-credit', balanceCents };
  return trySubmit(async () => {
    const chosen = uploads.map(({ uploadId, recognition }) => ({
      uploadId,
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

/** The choices for one recording, parsed by the API's rules. */
function readChoices(given: Record<string, unknown>): JobOptions {
  const { options, recognition, faults } = parseOptionsOfUpload(JSON.stringify(given), rules);
  if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  return toJobOptions(options, recognition);
}

/** The recording is the server's own file, whatever the browser sends. */
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

/** A link to submit, with unchecked choices of recognition. */
interface Link {
  url: string;
  submissionKey: string;
  recognition: Record<string, unknown>;
}

/** The rules are those of the API's JSON submission; errors in the address are shown in its words. */
export async function submitMediaUrl(
  { db, accountId }: Session,
  { url, submissionKey, recognition: chosen }: Link,
): Promise<SubmitResult> {
  const { priceCentsPerMinute } = env();
  return trySubmit(async () => {
    const { options, recognition, faults } = parseOptionsWithUrl(
      JSON.stringify({ ...chosen, media_url: url }),
      rules,
    );
    if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
    const asked = toJobOptions(options, recognition);
    const submission = { accountId, mediaUrl: url, submissionKey, asked };
    return [(await submitLink(db, submission, { priceCentsPerMinute })).id];
  });
}

/** A job that has ended meanwhile stays as it is. */
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
