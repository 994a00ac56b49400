import { readFile } from 'node:fs/promises';

/** The memory of a process, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Samples the memory of processes until `end`, which returns their peak total in MB. */
export function watchMemory(pids: number[]): { end(): number } {
  let peakMb = 0;
  const look = async (): Promise<void> => {
    const sizes = await Promise.all(pids.map(residentMb));
    peakMb = Math.max(
      peakMb,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  };
  const timer = setInterval(() => void look(), 200);
  return {
    end() {
      clearInterval(timer);
      return peakMb;
    },
  };
}
