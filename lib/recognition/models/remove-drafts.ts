import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const oldAfterMs = 60_000;

/**
 * Removes the drafts of small files, such as `.in-use.json.4711`, whose processes were killed before they put them in place. A draft
 * lives for milliseconds, and a young one may be that of a process in another container.
 */
export async function removeDrafts(modelsDir: string): Promise<void> {
  const names = await readdir(modelsDir).catch(() => []);
  for (const name of names.filter((one) => /^\.[a-z-]+(\.json)?\.\d+$/.test(one))) {
    const file = path.join(modelsDir, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > oldAfterMs) await rm(file, { force: true });
  }
}
