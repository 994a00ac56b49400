import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Stop } from '#bin/cli-output.mjs';

/** A folder that is the whole file system of a process, and how the process runs in it. */
export interface Root {
  folder: string;
  /** Two numbers with a colon between them. */
  user: string;
  workdir: string;
  variables: Record<string, string>;
}

/**
 * The words that run a command with mounts and processes of its own: none of them outlives it, whatever happens.
 */
export const apart = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];

// debootstrap has made the devices. Docker's /dev/shm has this size.
const mounts =
  'mount -t proc proc "$0/proc" && mount -t tmpfs -o mode=1777,size=64m shm "$0/dev/shm" && exec "$@"';

/** The words that mount what a root needs, and then run a command with it. For use behind `apart`. */
export function withMounts({ folder }: Root, words: string[]): string[] {
  return ['sh', '-c', mounts, folder, ...words];
}

/** The words that run a command in a root, with its variables and no others. */
export function inRoot({ folder, user, workdir, variables }: Root, command: string[]): string[] {
  const all = { HOME: findHome(folder, user), ...variables };
  const settings = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const env = ['env', '--ignore-environment', `--chdir=${workdir}`, ...settings];
  return ['chroot', `--userspec=${user}`, folder, ...env, ...command];
}

/** Runs a program, which the signal kills, and gives what it printed. One that fails throws a `Stop` with it. */
export async function run([program = '', ...words]: string[], signal?: AbortSignal): Promise<string> {
  try {
    const options = { maxBuffer: Infinity, killSignal: 'SIGKILL', ...(signal && { signal }) } as const;
    const { stdout } = await promisify(execFile)(program, words, options);
    return stdout;
  } catch (error) {
    signal?.throwIfAborted();
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    throw new Stop(`${stdout}${stderr}\n${program} has failed (${String(code)}).`, { cause: error });
  }
}

/** As Docker sets it: what the root's own list of users says. */
function findHome(folder: string, user: string): string {
  const users = readFileSync(path.join(folder, 'etc/passwd'), 'utf8').split('\n');
  const [id] = user.split(':');
  return users.map((line) => line.split(':')).find(([, , uid]) => uid === id)?.[5] ?? '/';
}
