import { statfs } from 'node:fs/promises';

/** Returns the size of a folder's disk and the space available to unprivileged programs, in bytes. */
export async function measureDisk(folder: string): Promise<{ bytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}
