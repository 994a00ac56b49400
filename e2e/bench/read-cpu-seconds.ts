import { readFile } from 'node:fs/promises';

/** Clock ticks of the kernel's processor accounting, in a second. */
const ticksPerSecond = 100;
/** User and system time in `/proc/PID/stat`, behind the name: the process's own, then that of children it has waited for. */
const fields = { own: [11, 12], children: [13, 14] };

/** User and system time of a process, in seconds: its own, and that of children that it has waited for. */
export async function readCpuSeconds(pid: number): Promise<{ own: number; children: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const values = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const sum = (places: number[]) =>
    places.reduce((ticks, at) => ticks + Number(values[at] ?? 0), 0) / ticksPerSecond;
  return { own: sum(fields.own), children: sum(fields.children) };
}
