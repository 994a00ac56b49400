import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Names in the namespace's hosts file whose addresses are not public. */
export const hostsFileNames = ['ip6-localhost', 'this-machine', 'printer.lan'];

const files: Record<string, string> = {
  '/etc/resolv.conf': 'nameserver 127.0.0.1\noptions timeout:2 attempts:3\n',
  '/etc/nsswitch.conf': 'passwd: files\ngroup: files\nshadow: files\nhosts: files dns\n',
  '/etc/hosts':
    '127.0.0.1 localhost\n::1 localhost ip6-localhost\n127.0.1.1 this-machine\n10.1.2.3 printer.lan\n',
};

/**
 * Sets up the network of the current namespace: every address becomes one of this machine, so that any connection ends
 * at our listeners, and the system's resolver asks 127.0.0.1. Throws if a network is in use.
 */
export async function makeNetwork(): Promise<void> {
  // In a new namespace not even loopback is up. Outside of one, these routes would cut the machine off.
  if (Object.keys(networkInterfaces()).length > 0)
    throw new Error('This is no network namespace of our own.');
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo']);
  await run('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo']);
  const folder = await mkdtemp(path.join(tmpdir(), 'etc-'));
  for (const [place, content] of Object.entries(files)) {
    // A missing file needs no cover: without these files the C library does the same by default.
    if (!existsSync(place)) continue;
    const own = path.join(folder, path.basename(place));
    await writeFile(own, content, { mode: 0o644 });
    await run('mount', ['--bind', own, await realpath(place)]);
  }
  // The name service cache daemon is reached through a socket file, and would answer from outside.
  if (existsSync('/run/nscd')) await run('mount', ['-t', 'tmpfs', 'none', '/run/nscd']);
}
