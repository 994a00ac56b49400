import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that tells a living process from every other that has or will have its number; undefined when there is
 * no such process.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processIdentity(pid) {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started && `${pid} ${started}`;
}

/** @param {number} pid */
function startedOnLinux(pid) {
  try {
    // The name, in parentheses, may hold spaces. The start time, in ticks since boot, is field 22; 3 is the state.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function startedElsewhere(pid) {
  return (
    spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined
  );
}
