import { cpus } from 'node:os';

/** Measures all cores from now on. Returns a function that gives processor minutes used and the idle share, 0 to 1. */
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
