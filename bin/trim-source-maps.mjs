import { readFileSync, writeFileSync } from 'node:fs';
import { listFiles } from './list-files.mjs';

/**
 * Removes source text from all source maps below the folder. Node.js keeps the maps of loaded files to locate errors,
 * which doesn't need the text: without it, a web server's heap is a quarter smaller.
 * @param {string} folder
 */
export function trimSourceMaps(folder) {
  for (const file of listFiles(folder)) {
    if (!file.endsWith('.map')) continue;
    // Maps with several sections have the text in each.
    const map = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      key === 'sourcesContent' ? undefined : value,
    );
    writeFileSync(file, JSON.stringify(map));
  }
}
