import { and, eq, inArray } from 'drizzle-orm';
import { uploadTranscripts } from '#drizzle/schema/upload-transcripts';
import { getRate, pricesCents } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { findRepeated, pageKeys } from '#lib/jobs/submit/idempotency';
import type { Job } from '#lib/jobs/job';
import type { GivenParagraphs } from '#lib/jobs/read/read-given-transcript';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { JobOptions } from '#lib/jobs/submit/submission';
import { invalidParameter, Refusal } from '#lib/refusal';
import { openStorage } from '#lib/storage/open-storage';
import { findUpload } from '#lib/uploads/measure-upload';
import type { UploadRef } from '#lib/uploads/note-of-upload';
import { isLinkId } from '#lib/uploads/pending-links';
import { submitLink } from '#lib/uploads/submit-link';
import { removeTranscript } from '#lib/uploads/transcripts';
import { uploadStore } from '#lib/uploads/upload-store';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';

/** The refusal of an upload whose transcript is gone. */
export const transcriptRemoved = 'The transcript was removed from the upload.';

/** An upload to submit. */
interface SubmittedUpload {
  uploadId: string;
  asked?: JobOptions;
  /** True if its transcript is aligned instead of recognizing the recording. */
  withTranscript?: boolean;
}

/**
 * Submits a measured upload or a pending link as a job, once, and removes it; undefined if it doesn't exist. Refuses
 * invalid options, `out-of-credit`, and `invalid-parameters` for a transcript that was removed.
 */
export async function submitUpload(
  db: Db,
  { accountId, uploadId, asked, withTranscript = false }: { accountId: string } & SubmittedUpload,
): Promise<Job | undefined> {
  if (isLinkId(uploadId)) return submitLink(db, { accountId, linkId: uploadId, asked });
  const { upload, validSeconds } = pageKeys;
  const idempotency = { key: `${upload}${uploadId}`, requestSha256: '', validSeconds };
  const found = await findUpload({ accountId, uploadId });
  if (found === undefined) return findRepeated(db, { accountId, idempotency });
  if (found.durationSeconds === undefined) return undefined;
  const transcript = withTranscript ? await readTranscript(db, { accountId, uploadId }) : undefined;
  const task = withTranscript ? 'align' : 'recognize';

  const store = await uploadStore({ accountId });
  const { key, bytes } = await store.adopt(uploadId);
  const priceCentsPerMinute = getRate(task, env());
  const fileName = found.upload.metadata?.['filename'] ?? '';
  const media = { key, bytes, fileName, durationSeconds: found.durationSeconds };
  try {
    const submission = { accountId, media, origin: 'site', ...asked, task, transcript } as const;
    const { job, repeated } = await submitJob(db, submission, { priceCentsPerMinute, idempotency });
    if (repeated) await openStorage().remove(key);
    await store.remove(uploadId).catch(() => undefined);
    await removeTranscript(db, { accountId, uploadId }).catch(() => undefined);
    return job;
  } catch (error) {
    // After another error, the job may still exist: its media is left to the sweep.
    if (error instanceof Refusal) await openStorage().remove(key);
    throw error;
  }
}

async function readTranscript(db: Db, { accountId, uploadId }: UploadRef): Promise<GivenParagraphs> {
  const [found] = await db
    .select({ paragraphs: uploadTranscripts.paragraphs })
    .from(uploadTranscripts)
    .where(and(eq(uploadTranscripts.accountId, accountId), eq(uploadTranscripts.uploadId, uploadId)));
  if (found === undefined) throw invalidParameter('transcript', transcriptRemoved);
  return found.paragraphs;
}

/** Returns those of the account's uploads that became jobs in the last 90 days, except jobs that were deleted since. */
export async function findSubmitted(
  db: Db,
  { accountId, uploadIds }: { accountId: string; uploadIds: readonly string[] },
): Promise<string[]> {
  const { upload } = pageKeys;
  const keys = uploadIds.map((uploadId) => `${upload}${uploadId}`);
  const found = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), inArray(idempotencyKeys.key, keys)));
  return found.map(({ key }) => key.slice(upload.length));
}

/** Returns the total price of the account's uploads in cents; one that is gone or wasn't measured costs nothing. */
export async function totalPrice({
  accountId,
  uploads,
}: {
  accountId: string;
  uploads: ReadonlyArray<Pick<SubmittedUpload, 'uploadId' | 'withTranscript'>>;
}): Promise<number> {
  let total = 0;
  for (const { uploadId, withTranscript } of uploads) {
    const found = await findUpload({ accountId, uploadId });
    if (found?.durationSeconds === undefined) continue;
    const prices = pricesCents(found.durationSeconds, env());
    total += withTranscript ? prices.align : prices.recognize;
  }
  return total;
}
