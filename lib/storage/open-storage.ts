import path from 'node:path';
import { env } from '#lib/settings/env';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

/** The storage that this process's settings name. To add one, choose it here. */
export function openStorage(): Storage {
  return withBuiltInFiles(diskStorage(path.join(env().dataDir, 'media')));
}
