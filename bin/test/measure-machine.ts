import { cpus } from 'node:os';

/**
 * Measures all cores of the machine from now on, whatever runs on them. The function that is returned gives the processor minutes
 * that were used since, and the share of the cores' time that was idle, from 0 to 1.
 */
export function measureMachine(): () => { busyMinutes: number; idleShare: number } {
  const before = readTimes();
  return () => {
    const after = readTimes();
    const [busy, idle] = [after.busy - before.busy, after.idle - before.idle];
    return { busyMinutes: busy / 60_000, idleShare: idle / Math.max(1, busy + idle) };
  };
}

/** The milliseconds that all cores together have been busy and idle since the machine was started. */
function readTimes(): { busy: number; idle: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }));
  const sum = (of: 'busy' | 'idle') => times.reduce((all, core) => all + core[of], 0);
  return { busy: sum('busy'), idle: sum('idle') };
}
