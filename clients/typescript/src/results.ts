import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formats, type FormatName } from './library/formats.ts';
import type { Store } from './store.ts';

/** A file that a transcript goes to, and whether it is there already, made of the same recording with the same options. */
export interface Target {
  format: FormatName;
  path: string;
  isDone: boolean;
}

/** There is a file that was not written by Longhand. */
export class AlreadyThere extends Error {
  override readonly name = 'AlreadyThere';
}

/** The names that a result can have, the best one first: another recording may have the same name but for its ending. */
export function* nameResults(recording: string, extension: string): Generator<string> {
  const { base, name } = path.parse(recording);
  yield `${name}.${extension}`;
  yield `${base}.${extension}`;
  for (let i = 2; ; i += 1) yield `${base}-${i}.${extension}`;
}

/** Which results go where. */
export interface Planning {
  source: string;
  submission: string;
  formats: readonly FormatName[];
  /** The folder of the results. */
  folder: string;
  overwrite: boolean;
  /** The recording that each result of this run belongs to, by its path. */
  reserved: Map<string, string>;
}

/** Finds a place for each result that no other recording has; throws `AlreadyThere` where a file of someone else's is. */
export async function planResults(store: Store, planning: Planning): Promise<Target[]> {
  const targets: Target[] = [];
  for (const format of planning.formats) targets.push(await planOne(store, format, planning));
  return targets;
}

async function planOne(
  store: Store,
  format: FormatName,
  { source, submission, folder, overwrite, reserved }: Planning,
): Promise<Target> {
  for (const name of nameResults(source, formats[format].extension)) {
    const file = path.join(folder, name);
    const owner = reserved.get(file);
    if (owner !== undefined && owner !== source) continue;
    // Taken before anything is waited for, so that no other recording takes it meanwhile.
    reserved.set(file, source);
    const written = await store.get('results', file);
    const isThere = existsSync(file);
    const isOthers = written !== undefined && written.source !== source && isThere;
    if (isOthers) {
      reserved.delete(file);
      continue;
    }
    if (isThere && written === undefined && !overwrite) {
      throw new AlreadyThere(`${file} is there already. --overwrite replaces it.`);
    }
    return {
      format,
      path: file,
      isDone: isThere && written?.submission === submission && written.isBegun === undefined,
    };
  }
  throw new Error('there is always another name');
}

/** Writes a result as a whole or not at all, and remembers whose it is. */
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

/** Writes a file as a whole or not at all. */
export async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const beside = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(4).toString('hex')}.part`,
  );
  try {
    await writeFile(beside, content);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
