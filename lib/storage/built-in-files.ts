import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readFrom } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

/** The keys of the files that come with the service. Another file gets another key: media never changes. */
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

/** True if the file of this key comes with the service. */
export const isBuiltIn = (key: string): boolean => Object.hasOwn(files, key);

/** The storage, in which the files that come with the service can be read, too: by any number of jobs, and never removed. */
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
