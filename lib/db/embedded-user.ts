import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The system user that PostgreSQL runs as if we are root: it refuses to run as root. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** Returns PostgreSQL's user: `longhand`, created if possible, else `nobody`; undefined unless we are root. */
export function embeddedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = findUser('longhand');
  if (known) return known;
  const home = ['--no-create-home', '--home-dir', '/nonexistent'];
  spawnSync('useradd', ['--system', ...home, '--shell', '/usr/sbin/nologin', 'longhand']);
  const chosen = findUser('longhand') ?? findUser('nobody');
  if (!chosen) throw new Error('PostgreSQL cannot run as root, and there is no user longhand or nobody.');
  return chosen;
}

/** Returns options that run a child process as the user; empty to run it as ourselves. */
export function runAs(user: SystemUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** True if the user may enter the folder, which also depends on its parent folders. */
export function canEnter(folder: string, user: SystemUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...runAs(user), cwd: '/' }).status === 0;
}

function findUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
