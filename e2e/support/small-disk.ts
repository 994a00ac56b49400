import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** The reason why a test is skipped if `smallDisk` returns none. */
export const noSmallDisk = 'skipped: only root can make a small disk';

/** Makes a disk of this many kB, which is removed after the test; undefined if none can be made. */
export async function smallDisk(
  t: Pick<TestContext, 'after'>,
  kilobytes: number,
): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-disk-'));
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  t.after(async () => {
    if (mount.status === 0) spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return mount.status === 0 ? folder : undefined;
}
