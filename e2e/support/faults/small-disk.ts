import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk of a few megabytes in memory, which can be filled up. */
export interface SmallDisk {
  folder: string;
  /** Leaves not one free block. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** Says why no small disk can be made here, or nothing when one can: mounts must be this process's alone, as `npm run faults` has them. */
export function whyNoSmallDisk(): string | undefined {
  return process.env['LONGHAND_OWN_MOUNTS'] === undefined ? 'needs root and `npm run faults`' : undefined;
}

/** Makes a disk, in a folder that is there if one is named. It is gone with the last process of this one's mount namespace. */
export function makeSmallDisk(
  megabytes: number,
  folder = mkdtempSync(path.join(tmpdir(), 'longhand-disk-')),
): SmallDisk {
  // PostgreSQL's user must be able to enter it when we are root.
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'longhand', folder]);
  const filler = path.join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (const size of [1024 ** 2, 4096]) {
          const block = new Uint8Array(size);
          while (await wrote(file.write(block))) {
            // Until there is no room for another one.
          }
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function wrote(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
