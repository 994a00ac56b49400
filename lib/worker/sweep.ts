import { purgeTrash } from '#lib/jobs/trash/empty-trash';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { unusedMedia } from '#lib/jobs/retention/unused-media';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { sweepS3Uploads } from '#lib/uploads/sweep-s3-uploads';
import { sweepUploads } from '#lib/uploads/sweep-uploads';
import { uploadsFolder } from '#lib/uploads/upload-store';
import type { WorkerContext } from '#lib/worker/transcribe-job';

/** An upload is stored before its job exists, and may take hours: younger files are nobody's business. */
const graceMs = 24 * 3600 * 1000;

/**
 * Removes what has been in the trash for seven days, media that belongs to no job, abandoned uploads, and rows that have
 * expired.
 * May be repeated.
 */
export async function sweep({ db, storage }: Pick<WorkerContext, 'db' | 'storage'>): Promise<void> {
  await forgetExpired(db);
  const trashed = await purgeTrash(db);
  const aDayAgo = new Date(Date.now() - graceMs);
  const old: string[] = [];
  for await (const { key } of storage.listOlderThan(aDayAgo)) old.push(key);
  const unused = await unusedMedia(db, old);
  for (const key of unused) await storage.remove(key);

  const { bucket } = env();
  const uploads =
    bucket === undefined
      ? await sweepUploads(uploadsFolder(), aDayAgo)
      : await sweepS3Uploads(bucket, aDayAgo);

  if (unused.length + uploads + trashed > 0) {
    log().info({ media: unused.length, uploads, trashed }, 'sweep finished');
  }
}
