import { AbortMultipartUploadCommand, DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { BucketSettings } from '#lib/settings/env';
import { listObjects, listUnfinished } from '#lib/storage/s3/list-objects';
import { s3Client } from '#lib/storage/s3/s3-client';
import { ask, isMissing } from '#lib/storage/s3/s3-fault';
import { toUploadKey, uploadsPrefix } from '#lib/uploads/s3-uploads';

/**
 * Removes this bucket's uploads, complete or partial, that began before `since` and have no newer object; returns the
 * count.
 */
export async function sweepS3Uploads(settings: BucketSettings, since: Date): Promise<number> {
  const client = s3Client(settings);
  const within = { Bucket: settings.bucket, Prefix: uploadsPrefix(settings) };
  const young = new Set<string>();
  const objects: string[] = [];
  for await (const { key, changedAt } of listObjects(client, within)) {
    objects.push(key);
    if (changedAt >= since) young.add(toUploadKey(key));
  }
  let removed = 0;
  for await (const { key, uploadId: UploadId, begunAt } of listUnfinished(client, within)) {
    if (begunAt >= since || young.has(key)) continue;
    const abort = new AbortMultipartUploadCommand({ Bucket: settings.bucket, Key: key, UploadId });
    await ask(client.send(abort)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    removed += 1;
  }
  for (const Key of objects) {
    if (young.has(toUploadKey(Key))) continue;
    await ask(client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key })));
    removed += 1;
  }
  return removed;
}
