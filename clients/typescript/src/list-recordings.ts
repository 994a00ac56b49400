import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readPath, toSystemPath } from './file-path.ts';
import { getRecordingType } from './library/recording-types.ts';

/** A recording that is in a folder now. */
export interface FoundFile {
  file: string;
  size: number;
  mtimeMs: number;
  /** Moves with permissions, too. */
  ctimeMs: number;
}

/** The result of listing a folder. */
export interface Listing {
  files: FoundFile[];
  /** The folders that could not be read, and why. */
  unread: Map<string, Error>;
}

/** Lists the recordings in a folder, in the order of their paths, and passes over what begins with a dot and what can't be read. */
export async function listRecordings(root: string, recursive: boolean): Promise<Listing> {
  const unread = new Map<string, Error>();
  const files: string[] = [];
  const folders = [root];
  // The list grows by the folders that are found in those before them.
  for (const folder of folders) {
    const entries = await readEntries(folder).catch((error: NodeJS.ErrnoException) => {
      // A folder that has gone since it was found has nothing to read.
      if (folder === root || error.code !== 'ENOENT') unread.set(folder, error);
      return [];
    });
    for (const entry of entries) {
      const name = readPath(entry.name);
      if (name.startsWith('.')) continue;
      const entryPath = path.join(folder, name);
      if (!entry.isDirectory()) {
        if (getRecordingType(name) !== undefined) files.push(entryPath);
      } else if (recursive) folders.push(entryPath);
    }
  }
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      // It may have gone meanwhile.
      const stats = await stat(toSystemPath(file)).catch(() => undefined);
      if (stats?.isFile() !== true) return [];
      const { size, mtimeMs, ctimeMs } = stats;
      return [{ file, size, mtimeMs, ctimeMs }];
    }),
  );
  return { files: found.flat(), unread };
}

const readEntries = (folder: string) =>
  readdir(toSystemPath(folder), { withFileTypes: true, encoding: 'buffer' });
