import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemFolder, type Binaries } from '#lib/db/embedded-binaries';
import { canEnter, runAs, type SystemUser } from '#lib/db/embedded-user';

/** Contents of `postgres.json` in the data folder. */
export interface ClusterDetails {
  password: string;
  port: number;
  /** The PID namespace of the last start: elsewhere, the PID in postmaster.pid is meaningless. */
  place?: string;
  /** The cluster's folder if PostgreSQL's user can't enter the data folder; else it is `postgres` in there. */
  elsewhere?: string;
}

/** The name of the database, and of the superuser, which only sets up the database and its role. */
export const clusterOwner = 'longhand';

/** PostgreSQL's environment: inherits nothing, so that no PG… variable or locale affects it. */
export const cleanEnvironment = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

const detailsFile = (dataDir: string) => path.join(dataDir, 'postgres.json');

/** Returns the folder with the cluster's files. */
export function clusterFolder(dataDir: string, details: ClusterDetails): string {
  return details.elsewhere ?? path.join(dataDir, 'postgres');
}

/** Reads `postgres.json`; undefined if there is none yet. */
export async function readDetails(dataDir: string): Promise<ClusterDetails | undefined> {
  try {
    return JSON.parse(await readFile(detailsFile(dataDir), 'utf8')) as ClusterDetails;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces `postgres.json`, readable only by its owner. */
export async function writeDetails(dataDir: string, details: ClusterDetails): Promise<void> {
  const unfinished = `${detailsFile(dataDir)}.unfinished`;
  await writeFile(unfinished, JSON.stringify(details, undefined, 2), { mode: 0o600 });
  await rename(unfinished, detailsFile(dataDir));
}

interface Place {
  binaries: Binaries;
  user: SystemUser | undefined;
  say: (line: string) => void;
  signal: AbortSignal | undefined;
}

/** Creates the data folder's cluster if missing, and returns its details. Repeats an interrupted initialization. */
export async function ensureCluster(dataDir: string, at: Place): Promise<ClusterDetails> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const known = await readDetails(dataDir);
  const details = known ?? (await newDetails(dataDir, at.user));
  const folder = clusterFolder(dataDir, details);
  if (!existsSync(folder)) {
    if (details.elsewhere) at.say(`PostgreSQL's user can't access ${dataDir}: the database is in ${folder}`);
    // Written before the cluster exists: a cluster whose password is lost would be useless.
    await writeDetails(dataDir, details);
    await initialise(folder, details.password, at);
  } else if (!known) {
    throw new Error(
      `${detailsFile(dataDir)} is missing, but it holds the password of the database in ${folder}`,
    );
  }
  await checkCluster(folder, at);
  return details;
}

async function newDetails(dataDir: string, user: SystemUser | undefined): Promise<ClusterDetails> {
  const details: ClusterDetails = { password: randomBytes(24).toString('base64url'), port: 0 };
  if (!user || canEnter(dataDir, user)) return details;
  await mkdir(systemFolder, { recursive: true });
  await chmod(systemFolder, 0o755);
  const elsewhere = path.join(systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  // Left by a deleted data folder of the same name, whose password is lost.
  if (existsSync(elsewhere)) await rename(elsewhere, `${elsewhere}.abandoned-${Date.now()}`);
  return { ...details, elsewhere };
}

async function initialise(
  folder: string,
  password: string,
  { binaries, user, signal }: Place,
): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  const passwordFile = `${folder}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) {
      await chown(unfinished, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await initdb({ binaries, user, signal }, [
      `--pgdata=${unfinished}`,
      `--username=${clusterOwner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    await rename(unfinished, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function initdb({ binaries, user, signal }: Omit<Place, 'say'>, options: string[]): Promise<void> {
  const child = spawn(path.join(binaries.folder, 'bin', 'initdb'), options, {
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
    ...runAs(user),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    // If aborted, initdb still exits, and removes its files.
    child.once('error', (error) => (signal?.aborted ? undefined : reject(error)));
    child.once('close', resolve);
  });
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`initdb failed:\n${output.trim()}`);
}

async function checkCluster(
  folder: string,
  { binaries, user }: { binaries: Binaries; user: SystemUser | undefined },
): Promise<void> {
  const owner = (await stat(folder)).uid;
  const expected = user?.uid ?? process.getuid?.();
  if (owner !== expected) {
    throw new Error(`${folder} belongs to user ${owner}, not ${expected}: start Longhand as that user`);
  }
  const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== binaries.major) {
    throw new Error(
      `${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.major}`,
    );
  }
}
