import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { waitFor } from '#e2e/support/wait';

/** A separate host as far as the network goes: processes in another namespace, at the other end of a virtual cable. */
export interface NetworkHost {
  address: string;
  /** The address at which it reaches this process. */
  here: string;
  /** The command prefix that runs a program there. */
  enter: string[];
  /** Unplugs it: packets stay unanswered, and no connection is told. */
  cut(): void;
  join(): void;
  remove(): void;
}

/**
 * Returns the reason why no hosts can be made here, or undefined if they can: the network must belong to this process
 * alone, as with `npm run faults`.
 */
export function whyNoHosts(): string | undefined {
  return process.env['LONGHAND_OWN_NETWORK'] === undefined ? 'needs root and `npm run faults`' : undefined;
}

/** Makes the host 10.77.`number`.2, which reaches this process at 10.77.`number`.1. */
export async function makeHost(number: number): Promise<NetworkHost> {
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const { pid } = holder;
  if (pid === undefined) throw new Error('unshare did not start');
  const namespace = `/proc/${pid}/ns/net`;
  const own = readlinkSync('/proc/self/ns/net');
  await waitFor('a network of its own', () => (isOther(holder, namespace, own) ? true : undefined));
  const [here, address] = [`10.77.${number}.1`, `10.77.${number}.2`];
  const device = `host${number}`;
  const enter = ['nsenter', `--net=${namespace}`];
  const ip = (...words: string[]) => execFileSync('ip', words);
  const ipThere = (...words: string[]) => execFileSync('nsenter', [`--net=${namespace}`, 'ip', ...words]);
  ip('link', 'add', device, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  ip('addr', 'add', `${here}/24`, 'dev', device);
  ip('link', 'set', device, 'up');
  ipThere('addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const name of ['eth0', 'lo']) ipThere('link', 'set', name, 'up');
  return {
    ...{ address, here, enter },
    // The far end only: to this process the route stays open, and leads nowhere.
    cut: () => void ipThere('link', 'set', 'eth0', 'down'),
    join: () => void ipThere('link', 'set', 'eth0', 'up'),
    remove: () => void holder.kill(),
  };
}

function isOther(holder: ChildProcess, namespace: string, own: string): boolean {
  if (holder.exitCode !== null) throw new Error(`unshare ended with ${holder.exitCode}`);
  return readlinkSync(namespace) !== own;
}
