import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { findRepeated, pageKeys } from '#lib/jobs/submit/idempotency';
import type { Job } from '#lib/jobs/job';
import { submitJob, type JobOptions } from '#lib/jobs/submit/submit-job';
import { Refusal } from '#lib/refusal';
import { openStorage } from '#lib/storage/open-storage';
import { findUpload } from '#lib/uploads/measure-upload';
import { uploadStore } from '#lib/uploads/upload-store';

/** Makes a job of a measured upload, once, and removes it; undefined without it. Refuses bad choices and `out-of-credit`. */
export async function submitUpload(
  db: Db,
  { accountId, uploadId, asked }: { accountId: string; uploadId: string; asked?: JobOptions },
): Promise<Job | undefined> {
  const { upload, validSeconds } = pageKeys;
  const idempotency = { key: `${upload}${uploadId}`, requestSha256: '', validSeconds };
  const found = await findUpload({ accountId, uploadId });
  if (found === undefined) return findRepeated(db, { accountId, idempotency });
  if (found.durationSeconds === undefined) return undefined;

  const store = await uploadStore({ accountId });
  const { key, bytes } = await store.adopt(uploadId);
  const { priceCentsPerMinute } = env();
  const fileName = found.upload.metadata?.['filename'] ?? '';
  const media = { key, bytes, fileName, durationSeconds: found.durationSeconds };
  try {
    const submission = { accountId, media, origin: 'site', ...asked } as const;
    const { job, repeated } = await submitJob(db, submission, { priceCentsPerMinute, idempotency });
    if (repeated) await openStorage().remove(key);
    await store.remove(uploadId).catch(() => undefined);
    return job;
  } catch (error) {
    // After a defect the job may exist all the same: its media is left to the sweep.
    if (error instanceof Refusal) await openStorage().remove(key);
    throw error;
  }
}
