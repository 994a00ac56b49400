import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes the uploads below this folder, complete or partial, that haven't changed since. Returns the number of files
 * removed.
 */
export async function sweepUploads(uploads: string, since: Date): Promise<number> {
  let removed = 0;
  for (const account of await readdir(uploads).catch(() => [])) {
    const folder = path.join(uploads, account);
    // Other files may be there, such as the system's.
    for (const name of await readdir(folder).catch(() => [])) {
      // Metadata is removed with its file, regardless of its own age.
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
