import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies this boot's PID namespace, within which PIDs are unique. */
export function getPidNamespace() {
  if (process.platform !== 'linux') return process.platform;
  return `${readBootId()} ${readlinkSync('/proc/self/ns/pid')}`;
}

/** Unlike the host name, the boot ID is the same in all containers of a machine, and unique to it. */
function readBootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Some sandboxes hide the boot ID.
    return hostname();
  }
}
