import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Nothing reads a copy for so long: a process that was killed has left it. */
const leftAfterMs = 24 * 3600 * 1000;

/** Removes copies of stored media from this folder that a killed process has left there. */
export async function sweepDownloads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const left = path.join(folder, name);
    const found = await stat(left).catch(() => undefined);
    if (found === undefined || found.mtimeMs > Date.now() - leftAfterMs) continue;
    await rm(left, { recursive: true, force: true });
  }
}
