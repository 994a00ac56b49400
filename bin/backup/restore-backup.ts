import { loadDatabase } from '#lib/backup/load-database';
import type { Manifest } from '#lib/backup/manifest';
import { restoreMedia } from '#lib/backup/copy-media';
import { migrate } from '#lib/db/migrations/migrate';
import type { Env } from '#lib/settings/env';
import type { Storage } from '#lib/storage/storage';
import { step } from '#bin/cli-output.mjs';
import { restoreSecret } from './restore-secret';

/** Restores a verified backup: media, rows, secret. Then migrates, except for a dump that reverts an upgrade. */
export async function restoreBackup(
  folder: string,
  {
    manifest,
    databaseUrl,
    storage,
    settings,
    signal,
  }: {
    manifest: Manifest;
    databaseUrl: string;
    storage: Storage;
    settings: Pick<Env, 'dataDir' | 'secret'>;
    signal?: AbortSignal;
  },
): Promise<void> {
  const abort = signal === undefined ? {} : { signal };
  const options = { manifest, ...abort };
  // Media first: the sweep deletes media without rows, but rows without media are lost data.
  if (manifest.media === 'included') {
    await step('Restoring media', (note) =>
      restoreMedia(storage, folder, { ...options, onProgress: (done, all) => note(`${done} of ${all}`) }),
    );
  }
  await step('Restoring the database', (note) =>
    loadDatabase(databaseUrl, folder, {
      ...options,
      onProgress: (done, all) => note(`${done} of ${all} tables`),
    }),
  );
  await restoreSecret(folder, settings);
  if (manifest.media === 'included') await migrate(databaseUrl);
}
