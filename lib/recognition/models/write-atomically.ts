import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a value as JSON, so that whoever reads the file finds all of what was before or all of this. */
export async function writeAtomically(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(value)}\n`);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
