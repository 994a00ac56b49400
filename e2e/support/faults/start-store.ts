import { connectS3 } from '#e2e/support/s3/connect-s3';
import { startFaultySwift } from '#e2e/support/s3/start-faulty-swift';
import { startS3Server, type FaultyS3 } from '#e2e/support/s3/start-s3-server';
import { whyNoSwift } from '#e2e/support/s3/start-swift';
import { s3Storage } from '#lib/storage/s3/s3-storage';
import type { Storage } from '#lib/storage/storage';

/** An S3 store to harm, and the storage in its bucket as a test sees it. */
export interface Store {
  /** The name of the store, for reports. */
  name: string;
  s3: FaultyS3;
  storage: Storage;
  /** Makes all objects old enough for the sweep; left out where that isn't possible. */
  ageFiles?: () => Promise<void>;
}

/** Starts OpenStack Swift if it is installed; otherwise, and for the short form, the tests' own store. */
export async function startStore({ short, host }: { short: boolean; host: string }): Promise<Store> {
  const why = short ? 'the short form' : whyNoSwift();
  if (why === undefined) {
    const s3 = await startFaultySwift(host);
    return { name: 'OpenStack Swift', s3, storage: openBucket(s3) };
  }
  const s3 = await startS3Server({ host });
  return {
    ...{ name: `the tests’ own store (${why})`, s3, storage: openBucket(s3) },
    ageFiles: async () => {
      for (const object of s3.objects.values()) object.at = new Date(0);
    },
  };
}

const openBucket = (s3: FaultyS3): Storage =>
  s3Storage(connectS3(s3), { bucket: s3.bucket, prefix: '', downloads: '/nowhere' });
