import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** No copy is read for this long: an older one was left by a killed process. */
const leftAfterMs = 24 * 3600 * 1000;

/** Deletes copies of stored media in this folder that killed processes have left. */
export async function sweepDownloads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const left = path.join(folder, name);
    const found = await stat(left).catch(() => undefined);
    if (found === undefined || found.mtimeMs > Date.now() - leftAfterMs) continue;
    await rm(left, { recursive: true, force: true });
  }
}
