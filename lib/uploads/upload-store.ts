import path from 'node:path';
import { env } from '#lib/settings/env';
import type { AccountUploads } from '#lib/uploads/account-uploads';

/* Uploads from a browser by the tus protocol, separate for each account: those of others are not found. */

/** An upload that hasn't changed for this long is swept. */
export const uploadKeptMs = 24 * 3600 * 1000;

/** Returns the folder of all accounts' uploads on this machine's disk. */
export function uploadsFolder(): string {
  return path.join(env().dataDir, 'uploads');
}

/** Returns the account's uploads. */
export async function uploadStore({ accountId }: { accountId: string }): Promise<AccountUploads> {
  const { bucket, dataDir } = env();
  if (bucket === undefined) {
    const { diskUploads } = await import('#lib/uploads/disk-uploads');
    return diskUploads(path.join(uploadsFolder(), accountId));
  }
  const { s3Uploads } = await import('#lib/uploads/s3-uploads');
  return s3Uploads(bucket, { accountId, downloads: path.join(dataDir, 'downloads') });
}

/** True if this can be an upload's ID, as created by `newId`. */
export function isUploadId(id: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(id);
}
