import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readFrom } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

/** The keys of built-in files. Media never changes, so another file needs another key. */
export const builtInKeys = {
  sampleMedia: 'built-in-sample-1-media',
  sampleRendition: 'built-in-sample-1-rendition',
  samplePeaks: 'built-in-sample-1-peaks',
} as const;

const files: Readonly<Record<string, string>> = {
  [builtInKeys.sampleMedia]: 'public/sample.mp3',
  [builtInKeys.sampleRendition]: 'lib/samples/files/sample.mp4',
  [builtInKeys.samplePeaks]: 'lib/samples/files/sample.dat',
};

/** True if the key is of a built-in file. */
export const isBuiltIn = (key: string): boolean => Object.hasOwn(files, key);

/** Adds the built-in files to a storage, readable by any number of jobs and never deleted. */
export function withBuiltInFiles(storage: Storage): Storage {
  return {
    ...storage,
    copy(key) {
      const file = findFile(key);
      return file === undefined
        ? storage.copy(key)
        : storage.save(createReadStream(file), { maxBytes: Infinity });
    },
    withLocalFile(key, use) {
      const file = findFile(key);
      return file === undefined ? storage.withLocalFile(key, use) : use(file);
    },
    async getSize(key) {
      const file = findFile(key);
      return file === undefined ? storage.getSize(key) : (await stat(file)).size;
    },
    read(key, range) {
      const file = findFile(key);
      return file === undefined ? storage.read(key, range) : readFrom(file, range);
    },
    async remove(key) {
      if (findFile(key) === undefined) await storage.remove(key);
    },
  };
}

function findFile(key: string): string | undefined {
  const file = files[key];
  return file === undefined ? undefined : path.resolve(/* turbopackIgnore: true */ file);
}
