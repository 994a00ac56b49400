import { readFile } from 'node:fs/promises';

/** The kernel's clock ticks per second, in its accounting of CPU time. */
const ticksPerSecond = 100;
/**
 * Indexes of user and system time in `/proc/PID/stat`, after the name: the process's own, and its reaped children's.
 */
const fields = { own: [11, 12], children: [13, 14] };

/** User and system time of a process in seconds: its own, and that of children that it has reaped. */
export async function readCpuSeconds(pid: number): Promise<{ own: number; children: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const values = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const sum = (places: number[]) =>
    places.reduce((ticks, at) => ticks + Number(values[at] ?? 0), 0) / ticksPerSecond;
  return { own: sum(fields.own), children: sum(fields.children) };
}
