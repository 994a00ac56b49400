import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkFiles } from '#lib/backup/check-files';
import { readManifest } from '#lib/backup/manifest';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import type { Env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';
import { readSettings } from '#bin/start/check-settings';
import { printLine, step, Stop } from '#bin/cli-output.mjs';
import { checkDatabase } from '#bin/check-database';
import { printLocation } from '#bin/print-location';
import { confirmReplacement } from './confirm-replacement';
import { holdDataFolder } from './hold-data-folder';
import { restoreBackup } from './restore-backup';
import { checkSecret } from './restore-secret';
import { runInterruptibly } from './run-interruptibly';

const usage = 'Usage: npm run restore -- FOLDER [--replace [--yes]]';

/** `npm run restore`: an installation as it was when the backup was made, in this data folder and its database. */
export async function restore(parameters: string[]): Promise<void> {
  const { folder, replace, yes } = readParameters(parameters);
  const settings = readSettings();
  await runInterruptibly(async (signal) => {
    const manifest = await readManifest(folder);
    await step('Checking the backup', (note) =>
      checkFiles(folder, { manifest, signal, onProgress: (done, all) => note(`${done} of ${all} files`) }),
    );
    await checkSecret(folder, settings);
    printLocation(settings);
    if (settings.databaseUrl !== undefined) await checkDatabase(settings.databaseUrl);
    await holdDataFolder(settings.dataDir, () =>
      withOwnDatabase(settings, async (databaseUrl) => {
        await confirmReplacement(databaseUrl, { replace, yes, signal });
        await restoreBackup(folder, { manifest, databaseUrl, storage: openStorage(), settings, signal });
      }),
    );
    printLine(`Restored: everything as it was at ${manifest.takenAt}.`);
    if (manifest.media === 'left out') printLine('This backup has no media. The media in storage is used.');
  });
}

function readParameters(parameters: string[]): { folder: string; replace: boolean; yes: boolean } {
  const options = { replace: { type: 'boolean' }, yes: { type: 'boolean' } } as const;
  try {
    const { positionals, values } = parseArgs({ args: parameters, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new Error('Specify one folder');
    return { folder: path.resolve(folder), replace: values.replace ?? false, yes: values.yes ?? false };
  } catch (error) {
    throw new Stop(`${(error as Error).message.split('. ')[0]}. ${usage}`);
  }
}

/** The database of a data folder that we hold. */
async function withOwnDatabase(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  run: (url: string) => Promise<void>,
): Promise<void> {
  if (databaseUrl !== undefined) return run(databaseUrl);
  const server = await startEmbeddedPostgres({ dataDir, say: printLine });
  await run(server.url).finally(() => server.stop());
}
