import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toSystemPath } from './file-path.ts';

/** The record of a recording that was submitted. */
export interface SubmissionEntry {
  /** Stored before sending: repeating the key gives the same job. */
  idempotencyKey: string;
  /** The file name sent: another name would be another request. */
  name: string;
  jobId?: string | undefined;
  /** Why the job failed. */
  failure?: { reason: string; detail: string } | undefined;
}

/** A file whose content is known. */
export interface FileEntry {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  sha256: string;
}

/** A file that a transcript was written to. */
export interface ResultEntry {
  /** The recording. */
  source: string;
  submission: string;
  /** Set before the file is written: until then, it may have earlier content. */
  isBegun?: true;
}

interface Entries {
  submissions: SubmissionEntry;
  files: FileEntry;
  results: ResultEntry;
}

/** Persistent records. Several processes can use them at once: each entry is a small file, replaced atomically. */
export interface Store {
  get<Kind extends keyof Entries>(kind: Kind, key: string): Promise<Entries[Kind] | undefined>;
  set<Kind extends keyof Entries>(kind: Kind, key: string, entry: Entries[Kind]): Promise<void>;
  /** Adds an entry unless one exists. Returns the stored one. */
  add<Kind extends keyof Entries>(kind: Kind, key: string, entry: Entries[Kind]): Promise<Entries[Kind]>;
}

/** Opens the records in this folder for one account of one server. */
export function openStore(folder: string, scope: string): Store {
  const root = path.join(folder, hash(scope).slice(0, 16));
  const getPath = (kind: string, key: string) => path.join(root, kind, `${hash(key)}.json`);

  async function writeBeside(file: string, key: string, entry: object): Promise<string> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const beside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
    try {
      await writeFile(beside, JSON.stringify({ key, ...entry }), { mode: 0o600 });
    } catch (error) {
      // Writes to a full disk are retried, and each would leave a partial file.
      await rm(beside, { force: true }).catch(() => {});
      throw error;
    }
    return beside;
  }

  async function get<Kind extends keyof Entries>(kind: Kind, key: string) {
    const content = await readFile(getPath(kind, key), 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    return content === undefined ? undefined : (JSON.parse(content) as Entries[Kind]);
  }

  return {
    get,
    async set(kind, key, entry) {
      const file = getPath(kind, key);
      await rename(await writeBeside(file, key, entry), file);
    },
    async add(kind, key, entry) {
      const file = getPath(kind, key);
      const beside = await writeBeside(file, key, entry);
      try {
        await link(beside, file);
        return entry;
      } catch (error) {
        const there = await get(kind, key);
        if (there === undefined) throw error;
        return there;
      } finally {
        await rm(beside, { force: true });
      }
    },
  };
}

const hash = (text: string): string => createHash('sha256').update(toSystemPath(text)).digest('hex');
