import { open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { measureFile } from '#lib/backup/measure-stream';

/* A backup is a folder: `database/` (compressed COPY data), `media/`, the secret, and last `manifest.json`. */

const format = 1;

/** Rejects paths outside the folder. */
const filePath = z.string().regex(/^(database\/\w[\w.-]*\.copy\.gz|media\/[\w-]{1,2}\/[\w-]+|secret)$/);
const whole = z.number().int().nonnegative();

const manifest = z.object({
  format: z.literal(format),
  /** The version of Longhand that made the backup. */
  longhand: z.string(),
  /** The tag of the last migration of the database. */
  lastMigration: z.string(),
  /** The last migration of the queue's own tables. */
  queueMigration: whole,
  takenAt: z.iso.datetime(),
  /** A dump before an upgrade contains no media. */
  media: z.enum(['included', 'left out']),
  /** The tables by schema and name, with the columns in their files. */
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: whole,
      file: filePath,
    }),
  ),
  /** The last value of each sequence. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  files: z.array(z.object({ path: filePath, bytes: whole, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** Keys of media that were deleted while the backup was made. */
  missingMedia: z.array(z.string()),
});

/** The manifest of a backup. */
export type Manifest = z.infer<typeof manifest>;

/** A file of a backup: its path in the folder, its size and its checksum. */
export type BackupFile = Manifest['files'][number];

/** The format number of manifests written by this version. */
export const manifestFormat: Manifest['format'] = format;

/** The folder can't be restored; the message says why. */
export class BackupProblem extends Error {}

const getFile = (folder: string) => path.join(folder, 'manifest.json');

/** Reads the manifest. Throws a `BackupProblem` if it is missing, damaged or of an unknown format. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(getFile(folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupProblem(`${folder} is not a complete backup: it has no manifest.json.`);
  }
  const read = parse(text);
  const found = z.object({ format: z.number() }).safeParse(read);
  if (found.success && found.data.format > format) {
    throw new BackupProblem(
      `${folder} was made by a later version of Longhand and can't be read by this one.`,
    );
  }
  const parsed = manifest.safeParse(read);
  if (!parsed.success) throw new BackupProblem(`${getFile(folder)} is damaged.`);
  return parsed.data;
}

/** Writes the manifest atomically, which makes the folder a backup. */
export async function writeManifest(folder: string, written: Manifest): Promise<void> {
  const unfinished = `${getFile(folder)}.unfinished`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(written, undefined, 2));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, getFile(folder));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Options for reading a backup; `onProgress` gets the numbers of finished and of all parts. */
export interface ReadOptions {
  manifest: Manifest;
  signal?: AbortSignal;
  onProgress?: (done: number, all: number) => void;
}

/** Verifies all files of a backup. Throws a `BackupProblem` that names the first missing or changed one. */
export async function checkFiles(
  folder: string,
  { manifest, signal, onProgress = () => {} }: ReadOptions,
): Promise<void> {
  for (const [done, { path: name, bytes, sha256 }] of manifest.files.entries()) {
    signal?.throwIfAborted();
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw new BackupProblem(`${file} is missing.`);
    if (found.size !== bytes || (await measureFile(file, signal)).sha256 !== sha256) {
      throw new BackupProblem(`${file} is damaged: it has changed since the backup was made.`);
    }
    onProgress(done + 1, manifest.files.length);
  }
}
