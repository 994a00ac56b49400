import path from 'node:path';
import { env, type Env } from '#lib/settings/env';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { diskStorage } from '#lib/storage/disk-storage';
import { s3Client } from '#lib/storage/s3/s3-client';
import { s3Storage } from '#lib/storage/s3/s3-storage';
import type { Storage } from '#lib/storage/storage';

/** The storage that these settings name: this process's, unless others are given. To add one, choose it here. */
export function openStorage({ dataDir, bucket }: Pick<Env, 'dataDir' | 'bucket'> = env()): Storage {
  const storage =
    bucket === undefined
      ? diskStorage(path.join(dataDir, 'media'))
      : s3Storage(s3Client(bucket), { ...bucket, downloads: path.join(dataDir, 'downloads') });
  return withBuiltInFiles(storage);
}
