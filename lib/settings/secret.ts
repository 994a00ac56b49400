import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '#lib/settings/env';

const shape = /^[0-9a-f]{64}$/;

/**
 * Reads the installation's secret, 32 random bytes in hexadecimal, from the settings or from `<dataDir>/secret`, which
 * is created at the first call, readable only by its owner. Processes that start together agree on one. Throws if the
 * file is damaged: a new secret would silently end every session.
 */
export async function readSecret({ secret, dataDir }: Pick<Env, 'dataDir'> & Partial<Env>): Promise<string> {
  return secret ?? readSecretFile(dataDir);
}

async function readSecretFile(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  const secret = (await readIfThere(file)) ?? (await createSecret(file));
  if (!shape.test(secret))
    throw new Error(
      `${file} is damaged: restore it, or remove it to sign everyone out. With DATABASE_URL, also set LONGHAND_SECRET to a new secret then.`,
    );
  return secret;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Written to a temporary file and hard-linked, so that the file is always complete and the first one stays. */
async function createSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const secret = `${randomBytes(32).toString('hex')}\n`;
    await writeFile(aside, secret, { flag: 'wx', mode: 0o600, flush: true });
    await link(aside, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
