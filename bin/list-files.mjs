import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Lists all files below the folder, sorted; none if the folder doesn't exist.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
