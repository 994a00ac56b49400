import { purgeTrash } from '#lib/jobs/trash/trash-jobs';
import { forgetExpired } from '#lib/jobs/retention/forget-expired';
import { unusedMedia } from '#lib/jobs/retention/in-use';
import { cleanUpQueue } from '#lib/queue/workers';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { sweepTranscripts } from '#lib/uploads/transcripts';
import { sweepUploads } from '#lib/uploads/sweep-uploads';
import { uploadKeptMs, uploadsFolder } from '#lib/uploads/upload-store';
import type { WorkerContext } from '#lib/worker/transcribe-job';

/** An upload is stored before its job exists, and may take hours, so younger files are kept. */
const graceMs = 24 * 3600 * 1000;

/** Keys per query: each query reads all jobs and holds this many keys. */
const keysAtOnce = 100_000;

/**
 * Deletes jobs after seven days in the trash, media without a job, abandoned uploads, expired rows, and unused queue
 * names. Errors don't stop the other deletions, and are thrown at the end. Idempotent.
 */
export async function sweep(context: Pick<WorkerContext, 'db' | 'storage'>): Promise<void> {
  const { db } = context;
  const aDayAgo = new Date(Date.now() - graceMs);
  const counts = { media: 0, uploads: 0, trashed: 0 };
  const faults: unknown[] = [];
  for (const step of [
    () => forgetExpired(db),
    async () => void (counts.trashed = await purgeTrash(db)),
    async () => void (counts.media = await removeUnusedMedia(context, aDayAgo)),
    async () => void (counts.uploads = await removeUploads(new Date(Date.now() - uploadKeptMs))),
    () => sweepTranscripts(db, aDayAgo),
    async () => void (await cleanUpQueue(db)),
  ]) {
    await step().catch((error: unknown) => faults.push(error));
  }
  if (counts.media + counts.uploads + counts.trashed > 0) log().info(counts, 'sweep finished');
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) throw new AggregateError(faults, 'several parts of the sweep failed');
}

async function removeUnusedMedia(
  { db, storage }: Pick<WorkerContext, 'db' | 'storage'>,
  since: Date,
): Promise<number> {
  let removed = 0;
  const remove = async (keys: string[]): Promise<void> => {
    for (const key of await unusedMedia(db, keys)) {
      await storage.remove(key);
      removed += 1;
    }
  };
  let keys: string[] = [];
  for await (const { key } of storage.listOlderThan(since)) {
    keys.push(key);
    if (keys.length < keysAtOnce) continue;
    await remove(keys);
    keys = [];
  }
  await remove(keys);
  return removed;
}

async function removeUploads(since: Date): Promise<number> {
  const { bucket } = env();
  if (bucket === undefined) return sweepUploads(uploadsFolder(), since);
  const { sweepS3Uploads } = await import('#lib/uploads/sweep-s3-uploads');
  return sweepS3Uploads(bucket, since);
}
