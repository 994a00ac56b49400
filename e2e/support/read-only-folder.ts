import { spawnSync } from 'node:child_process';

/** Returns a command prefix for a program that is to see the folder as a read-only file system, even as root. */
export function withReadOnly(folder: string): [program: string, ...words: string[]] {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', mount, folder];
}

/** True if this machine lets us mount. */
export const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
