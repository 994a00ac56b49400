import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies this PID namespace in this boot, within which a PID is unique. */
export function getPidNamespace() {
  if (process.platform !== 'linux') return process.platform;
  return `${readBootId()} ${readlinkSync('/proc/self/ns/pid')}`;
}

/** Unlike the name of the host, it is the same in all containers of a machine, and no two machines share it. */
function readBootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Some sandboxes hide it.
    return hostname();
  }
}
