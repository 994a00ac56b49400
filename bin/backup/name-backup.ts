import path from 'node:path';

/** The folder of a backup of this moment, below the data folder: `backups/<name><year>-<month>-<day>T<hour>-<minute>-<second>Z`. */
export function nameBackup(dataDir: string, name = '', now = new Date()): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return path.join(dataDir, 'backups', `${name}${time}`);
}
