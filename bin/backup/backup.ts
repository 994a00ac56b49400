import path from 'node:path';
import { sql } from 'drizzle-orm';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import type { Manifest } from '#lib/backup/manifest';
import { openStorage } from '#lib/storage/open-storage';
import { readSettings } from '#bin/start/check-settings';
import { withDatabaseUrl } from '#bin/with-database-url';
import { printLine, Stop } from '#bin/cli-output.mjs';
import { makeBackup, nameBackup } from './make-backup';
import { runInterruptibly } from './run-interruptibly';
import { installation } from '#drizzle/schema/installation';
import { connect } from '#lib/db/connect';
import type { Env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { getFingerprint } from '#bin/start/agree-on-secret';

/** `npm run backup`: backs up the whole installation to a folder while it runs. */
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

/** Reads the secret that the service uses with this database. Stops if the configured one differs. */
export async function readInstallationSecret(
  databaseUrl: string,
  settings: Pick<Env, 'dataDir' | 'secret'>,
): Promise<string> {
  const secret = await readSecret(settings);
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    const [table] = await db.execute(sql`select to_regclass('public.installation') is not null as "isThere"`);
    const [agreed] = table?.['isThere'] === true ? await db.select().from(installation) : [];
    if (agreed === undefined || agreed.secretFingerprint === getFingerprint(secret)) return secret;
  } finally {
    await close();
  }
  throw new Stop(
    'LONGHAND_SECRET: the database belongs to an installation with another secret. Set LONGHAND_DATA_DIR or LONGHAND_SECRET as for the service.',
  );
}
