import path from 'node:path';
import { env } from '#lib/env';
import { diskStorage, type Storage } from '#lib/storage/disk-storage';

/** The storage that this process's settings name. */
export function storage(): Storage {
  return diskStorage(path.join(env().dataDir, 'media'));
}
