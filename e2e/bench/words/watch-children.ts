import { setTimeout } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { listChildren } from '#e2e/bench/list-children';
import { readCpuSeconds } from '#e2e/bench/read-cpu-seconds';

/** Resources used by this process's descendants. */
export interface ChildCosts {
  cpuSeconds: number;
  /** The peak memory of the largest process, and of all at the same time, in MB. */
  peakMb: { one: number; together: number };
}

const lookEveryMs = 100;

/**
 * Watches all descendants of this process until `end`, which returns undefined where the system provides no figures (it
 * needs Linux). Call `end` while the working processes are still running.
 */
export async function watchChildren(): Promise<{ end(): Promise<ChildCosts | undefined> }> {
  const before = await sumCpuSeconds();
  const peakMb = { one: 0, together: 0 };
  const ended = new AbortController();
  const look = async () => {
    const sizes = await Promise.all((await listDescendants(process.pid)).map(readMemoryMb));
    peakMb.one = Math.max(peakMb.one, ...sizes.map(({ peak }) => peak));
    peakMb.together = Math.max(
      peakMb.together,
      sizes.reduce((sum, { now }) => sum + now, 0),
    );
  };
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await look();
      await setTimeout(lookEveryMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    end: async () => {
      await look();
      ended.abort();
      await looking;
      if (process.platform !== 'linux') return undefined;
      return { cpuSeconds: (await sumCpuSeconds()) - before, peakMb };
    },
  };
}

/** CPU time of all descendants, including those that have ended. */
async function sumCpuSeconds(): Promise<number> {
  const [{ children: ended }, running] = await Promise.all([
    readCpuSeconds(process.pid),
    listDescendants(process.pid),
  ]);
  const times = await Promise.all(running.map(readCpuSeconds));
  return times.reduce((sum, { own, children }) => sum + own + children, ended);
}

async function listDescendants(pid: number): Promise<number[]> {
  const children = await listChildren(pid);
  return [...children, ...(await Promise.all(children.map(listDescendants))).flat()];
}

async function readMemoryMb(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const read = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0) / 1024;
  return { now: read(/VmRSS:\s+(\d+)/), peak: read(/VmHWM:\s+(\d+)/) };
}
