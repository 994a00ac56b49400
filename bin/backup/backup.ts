import path from 'node:path';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import type { Manifest } from '#lib/backup/manifest';
import { openStorage } from '#lib/storage/open-storage';
import { readSettings } from '#bin/start/check-settings';
import { withDatabaseUrl } from '#bin/with-database-url';
import { printLine, Stop } from '#bin/cli-output.mjs';
import { makeBackup } from './make-backup';
import { nameBackup } from './name-backup';
import { readInstallationSecret } from './read-installation-secret';
import { runInterruptibly } from './run-interruptibly';

/** `npm run backup`: everything that the installation knows, in one folder, while it runs. */
export async function backup(parameters: string[]): Promise<void> {
  const [given, ...more] = parameters;
  if (more.length > 0 || given?.startsWith('-')) throw new Stop('Usage: npm run backup -- [FOLDER]');
  const settings = readSettings();
  const folder = given === undefined ? nameBackup(settings.dataDir) : path.resolve(given);
  await runInterruptibly(async (signal) => {
    const manifest = await withDatabaseUrl(settings, async (databaseUrl) => {
      const secret = await readInstallationSecret(databaseUrl, settings);
      return makeBackup({ databaseUrl, storage: openStorage(), secret }, folder, signal);
    });
    printSummary(folder, manifest);
  });
}

function printSummary(folder: string, { tables, files, missingMedia }: Manifest): void {
  const jobs = tables.find(({ schema, name }) => schema === 'public' && name === 'jobs')?.rows ?? 0;
  const media = files.filter(({ path: file }) => file.startsWith('media/')).length;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(folder);
  printLine(`Backed up: transcripts ${jobs}, media ${media}, ${formatBytes(bytes)}.`);
  if (missingMedia.length > 0)
    printLine(`Media deleted during the backup and not included: ${missingMedia.length}`);
  printLine("It contains the installation's secret. Keep it private.");
}
