import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** An in-memory disk that can be filled up. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk to the last free block. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove: () => void;
}

/**
 * Returns the reason why no small disk can be made here, or undefined if one can: mounts must belong to this process
 * alone, as with `npm run faults`.
 */
export function whyNoSmallDisk(): string | undefined {
  return process.env['LONGHAND_OWN_MOUNTS'] === undefined ? 'needs root and `npm run faults`' : undefined;
}

/**
 * Makes a disk, in an existing folder if one is named. It disappears with the last process of this one's mount
 * namespace.
 */
export function makeSmallDisk(
  kilobytes: number,
  folder = mkdtempSync(path.join(tmpdir(), 'longhand-disk-')),
): SmallDisk {
  // PostgreSQL's user must be able to enter it when we run as root.
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0711`, 'longhand', folder], {
    stdio: 'pipe',
  });
  const filler = path.join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (const size of [1024 ** 2, 4096]) {
          const block = new Uint8Array(size);
          while (await wrote(file.write(block))) {
            // Repeats until no further block fits.
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

/** The reason why a test is skipped if `smallDisk` returns none. */
export const noSmallDisk = 'skipped: only root can make a small disk';

/** Makes a disk of this many kB, which is removed after the test; undefined if none can be made. */
export function smallDisk(t: Pick<TestContext, 'after'>, kilobytes: number): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-disk-'));
  try {
    const { remove } = makeSmallDisk(kilobytes, folder);
    t.after(remove);
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
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
