import path from 'node:path';
import { env, type BucketSettings, type Env } from '#lib/settings/env';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { deferStorage } from '#lib/storage/defer-storage';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

/** The storage that these settings name: this process's, unless others are given. To add one, choose it here. */
export function openStorage({ dataDir, bucket }: Pick<Env, 'dataDir' | 'bucket'> = env()): Storage {
  const storage =
    bucket === undefined
      ? diskStorage(path.join(dataDir, 'media'))
      : deferStorage(() => openBucket(bucket, path.join(dataDir, 'downloads')));
  return withBuiltInFiles(storage);
}

/** Loads the SDK, which takes a process a seventh of a second that most have no use for. */
async function openBucket(bucket: BucketSettings, downloads: string): Promise<Storage> {
  const { s3Client } = await import('#lib/storage/s3/s3-client');
  const { s3Storage } = await import('#lib/storage/s3/s3-storage');
  return s3Storage(s3Client(bucket), { ...bucket, downloads });
}
