import { statfs } from 'node:fs/promises';

/** How large the disk of a folder is, and how much of it an ordinary program may still fill, in bytes. */
export async function measureDisk(folder: string): Promise<{ bytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}
