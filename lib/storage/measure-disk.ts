import { statfs } from 'node:fs/promises';

/** The size of a folder's disk, and the space left to ordinary programs, in bytes. */
export async function measureDisk(folder: string): Promise<{ bytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}
