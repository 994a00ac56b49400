import { spawnSync } from 'node:child_process';

/** The words before a program that have it see the folder as a file system that can only be read, whoever runs it. */
export function withReadOnly(folder: string): [program: string, ...words: string[]] {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', mount, folder];
}

/** Whether this machine lets us mount. */
export const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
