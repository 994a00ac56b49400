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
  /** The unreadable folders, and their errors. */
  unread: Map<string, Error>;
}

/** Lists the recordings in a folder, sorted by path. Skips dotfiles and unreadable folders. */
export async function listRecordings(root: string, recursive: boolean): Promise<Listing> {
  const unread = new Map<string, Error>();
  const files: string[] = [];
  const folders = [root];
  // The loop appends subfolders to the list that it iterates.
  for (const folder of folders) {
    const entries = await readEntries(folder).catch((error: NodeJS.ErrnoException) => {
      // A folder deleted since it was listed is not an error.
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
      // It may have been deleted in the meantime.
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
