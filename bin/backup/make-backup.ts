import { chmod, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkSpace, measureRows } from '#lib/backup/check-space';
import { copyMedia } from '#lib/backup/copy-media';
import { dumpDatabase } from '#lib/backup/dump-database';
import { BackupProblem, manifestFormat, writeManifest, type Manifest } from '#lib/backup/manifest';
import { measureFile } from '#lib/backup/measure-stream';
import type { Storage } from '#lib/storage/storage';
import { step } from '#bin/cli-output.mjs';

/** The sources of a backup. Without a `storage`, media stay where they are. */
export interface BackupSource {
  databaseUrl: string;
  storage?: Storage;
  /** The installation's secret, needed to read sealed values in the database. */
  secret: string;
}

/** Makes a backup in a new or empty folder while the service runs; cleans up on failure. Throws a `BackupProblem`. */
export async function makeBackup(
  { databaseUrl, storage, secret }: BackupSource,
  folder: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  const made = await makeFolder(folder);
  const abort = signal === undefined ? {} : { signal };
  try {
    await checkSpace(folder, await measureRows(databaseUrl));
    const { files, mediaKeys, ...dump } = await step('Copying the database', (note) =>
      dumpDatabase(databaseUrl, folder, {
        ...abort,
        onProgress: (done, all) => note(`${done} of ${all} tables`),
      }),
    );
    // After the database: media are stored before their rows, so those of all rows exist.
    const media =
      storage &&
      (await step('Copying media', (note) =>
        copyMedia(storage, mediaKeys, {
          folder,
          ...abort,
          onProgress: (done, all) => note(`${done} of ${all}`),
        }),
      ));
    const manifest: Manifest = {
      format: manifestFormat,
      longhand: await readVersion(),
      ...dump,
      media: media === undefined ? 'left out' : 'included',
      files: [...files, ...(media?.files ?? []), await writeSecret(folder, secret)],
      missingMedia: media?.missing ?? [],
    };
    signal?.throwIfAborted();
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    await empty(folder);
    if (made) await rmdir(folder);
    throw error;
  }
}

/** Returns true if the folder was created. */
async function makeFolder(folder: string): Promise<boolean> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupProblem(`${folder} is not empty.`);
  await chmod(folder, 0o700);
  return made !== undefined;
}

async function empty(folder: string): Promise<void> {
  for (const entry of await readdir(folder))
    await rm(path.join(folder, entry), { recursive: true, force: true });
}

async function writeSecret(folder: string, secret: string): Promise<Manifest['files'][number]> {
  const file = path.join(folder, 'secret');
  await writeFile(file, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return { path: 'secret', ...(await measureFile(file)) };
}

async function readVersion(): Promise<string> {
  return (JSON.parse(await readFile('package.json', 'utf8')) as { version: string }).version;
}

/** Names a backup's folder: `<data folder>/backups/<name><year>-<month>-<day>T<hour>-<minute>-<second>Z`. */
export function nameBackup(dataDir: string, name = '', now = new Date()): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return path.join(dataDir, 'backups', `${name}${time}`);
}
