import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Upgrade } from '#lib/db/migrations/migrate';
import type { Env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { printLine, Stop } from '#bin/cli-output.mjs';
import { makeBackup, nameBackup } from './make-backup';

const kept = 3;
const prefix = 'before-';

/** Dumps the database before migrations, prints the command to restore it, and keeps three dumps. Stops on failure. */
export async function dumpBeforeUpgrade(
  databaseUrl: string,
  settings: Pick<Env, 'dataDir' | 'secret' | 'upgradeWithoutDump' | 'operatorCommand'>,
  { from, to }: Upgrade,
): Promise<void> {
  if (settings.upgradeWithoutDump) return;
  const folder = nameBackup(settings.dataDir, `${prefix}${to}-`);
  printLine(`Upgrading the database from ${from} to ${to}.`);
  try {
    await makeBackup({ databaseUrl, secret: await readSecret(settings) }, folder);
  } catch (error) {
    const why = (error as Error).message;
    throw new Stop(
      `The database was not upgraded because it couldn't be backed up first: ${why}\nIf you have your own backup, set LONGHAND_UPGRADE_WITHOUT_DUMP=1 to upgrade without one.`,
      { cause: error },
    );
  }
  printLine(
    `The previous database was saved to ${folder}. To go back, stop Longhand, run this, and start the earlier version:`,
  );
  // Without the service's settings, the command would restore another installation.
  const restore =
    settings.operatorCommand === undefined ? 'npm run restore --' : `${settings.operatorCommand} restore`;
  printLine(`${restore} ${quote(folder)} --replace --yes`);
  await removeOld(path.dirname(folder));
}

/** Unfinished dumps were left by killed processes. */
async function removeOld(backups: string): Promise<void> {
  const getTime = (name: string) => name.slice(-20);
  const dumps = (await readdir(backups)).filter((name) => name.startsWith(prefix));
  const finished = dumps
    .filter((name) => existsSync(path.join(backups, name, 'manifest.json')))
    .toSorted((a, b) => getTime(b).localeCompare(getTime(a)));
  const staying = new Set(finished.slice(0, kept));
  for (const name of dumps) {
    if (!staying.has(name)) await rm(path.join(backups, name), { recursive: true });
  }
}

/** Quotes the path for a shell. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
