import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '#lib/settings/env';
import { Stop } from '#bin/cli-output.mjs';

const readBackup = async (folder: string) => (await readFile(path.join(folder, 'secret'), 'utf8')).trim();

/** Stops if LONGHAND_SECRET differs from the backup's secret, as sealed values would be unreadable. */
export async function checkSecret(folder: string, { secret }: Pick<Env, 'secret'>): Promise<void> {
  if (secret === undefined || secret === (await readBackup(folder))) return;
  throw new Stop(
    `LONGHAND_SECRET: differs from the backup's. Unset it, or set it to the contents of ${path.join(folder, 'secret')}`,
  );
}

/** Writes the backup's secret to the data folder, unless LONGHAND_SECRET has it already. */
export async function restoreSecret(
  folder: string,
  { dataDir, secret }: Pick<Env, 'dataDir' | 'secret'>,
): Promise<void> {
  if (secret !== undefined) return;
  const file = path.join(dataDir, 'secret');
  const restored = await readBackup(folder);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await writeFile(`${file}.restored`, `${restored}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.restored`, file);
}
