import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Removes the uploads below this folder, whole or not, of which nothing has come since. Returns how many files went. */
export async function sweepUploads(uploads: string, since: Date): Promise<number> {
  let removed = 0;
  for (const account of await readdir(uploads).catch(() => [])) {
    const folder = path.join(uploads, account);
    // Something else may lie there, such as a file of the system's.
    for (const name of await readdir(folder).catch(() => [])) {
      // Metadata goes with its file, whatever its own age.
      const file = path.join(folder, name.replace(/\.json$/, ''));
      const found = await stat(file).catch(() => stat(path.join(folder, name)).catch(() => undefined));
      if (found === undefined || found.mtime >= since) continue;
      await rm(path.join(folder, name), { force: true });
      await rm(`${file}.json`, { force: true });
      removed += 1;
    }
  }
  return removed;
}
