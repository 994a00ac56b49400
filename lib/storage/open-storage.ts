import path from 'node:path';
import { env, type BucketSettings, type Env } from '#lib/settings/env';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

/** Opens the storage of these settings, by default this process's. To add a storage, choose it here. */
export function openStorage({ dataDir, bucket }: Pick<Env, 'dataDir' | 'bucket'> = env()): Storage {
  const storage =
    bucket === undefined
      ? diskStorage(path.join(dataDir, 'media'))
      : deferStorage(() => openBucket(bucket, path.join(dataDir, 'downloads')));
  return withBuiltInFiles(storage);
}

/** Loads the SDK on demand: loading takes a seventh of a second, and most processes don't need it. */
async function openBucket(bucket: BucketSettings, downloads: string): Promise<Storage> {
  const { s3Client } = await import('#lib/storage/s3/s3-client');
  const { s3Storage } = await import('#lib/storage/s3/s3-storage');
  return s3Storage(s3Client(bucket), { ...bucket, downloads });
}

/** Defers opening a storage until its first use, so that only processes that use it load its dependencies. */
export function deferStorage(open: () => Promise<Storage>): Storage {
  let opened: Promise<Storage> | undefined;
  const get = () => (opened ??= open());
  return {
    check: async () => (await get()).check(),
    save: async (source, options) => (await get()).save(source, options),
    adopt: async (file) => (await get()).adopt(file),
    copy: async (key) => (await get()).copy(key),
    withLocalFile: async (key, use) => (await get()).withLocalFile(key, use),
    exportTo: async (key, file) => (await get()).exportTo(key, file),
    importFrom: async (key, file) => (await get()).importFrom(key, file),
    getSize: async (key) => (await get()).getSize(key),
    read: async function* (key, range) {
      yield* (await get()).read(key, range);
    },
    remove: async (key) => (await get()).remove(key),
    listOlderThan: async function* (date) {
      yield* (await get()).listOlderThan(date);
    },
  };
}
