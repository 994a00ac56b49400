import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkFiles, readManifest } from '#lib/backup/manifest';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import type { Env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';
import { readSettings } from '#bin/start/check-settings';
import { printLine, step, Stop } from '#bin/cli-output.mjs';
import { checkDatabase, printLocation } from '#bin/with-database-url';
import { confirmReplacement } from './confirm-replacement';
import { restoreBackup } from './restore-backup';
import { checkSecret } from './restore-secret';
import { runInterruptibly } from './run-interruptibly';
import { takeLock, waitForLock, waitForRenewal } from '#bin/process-lock.mjs';

const usage = 'Usage: npm run restore -- FOLDER [--replace [--yes]]';

/** `npm run restore`: restores an installation to this data folder and its database. */
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

/** Runs with the database of the locked data folder. */
async function withOwnDatabase(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  run: (url: string) => Promise<void>,
): Promise<void> {
  if (databaseUrl !== undefined) return run(databaseUrl);
  const server = await startEmbeddedPostgres({ dataDir, say: printLine });
  await run(server.url).finally(() => server.stop());
}

/**
 * Runs exclusive work while no part of the service can start on this data folder. Stops if one is running. Parts on
 * other machines that share the folder may have lost their locks, but their database connections reveal them.
 */
export async function holdDataFolder<T>(dataDir: string, run: () => Promise<T>): Promise<T> {
  const locks: { release: () => void }[] = [];
  try {
    for (const part of ['longhand', 'web', 'worker']) locks.push(await takePart(dataDir, part));
    return await run();
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function takePart(dataDir: string, part: string): Promise<{ release: () => void }> {
  const file = path.join(dataDir, `${part}.lock`);
  const taken = await takeLock(file, 'command');
  if ('lock' in taken) return taken.lock;
  const { purpose, pid, isElsewhere, host } = taken.holder;
  if (purpose === 'service') {
    if (isElsewhere && !(await waitForRenewal(file))) return takePart(dataDir, part);
    const where = isElsewhere ? `in another container or on another machine, ${host}` : `process ${pid}`;
    throw new Stop(`Longhand is running with the data in ${dataDir} (${where}): stop it first.`);
  }
  return waitForLock(file, 'command', () => printLine(`Waiting for a command (process ${pid}) to end…`));
}
