import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toSystemPath } from './file-path.ts';
import type { Store } from './store.ts';

/** Writes a result atomically, and records its recording. */
export async function writeResult(
  store: Store,
  file: string,
  content: Uint8Array,
  owner: { source: string; submission: string },
): Promise<void> {
  await store.set('results', file, { ...owner, isBegun: true });
  await replaceFile(file, content);
  await store.set('results', file, owner);
}

/** Writes a file atomically. Errors name this file. */
export async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  // The target's name may already have the maximum length.
  const beside = path.join(folder, `.longhand-${randomBytes(8).toString('hex')}.part`);
  try {
    await mkdir(toSystemPath(folder), { recursive: true });
    await writeFile(toSystemPath(beside), content);
    await rename(toSystemPath(beside), toSystemPath(file));
  } catch (error) {
    await rm(toSystemPath(beside), { force: true }).catch(() => {});
    // People don't know the temporary name.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}
