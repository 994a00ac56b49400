import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc/<pid>/stat in a second; the same on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/** Watches a process tree. Returns a function that stops and gives its processor seconds; 0 without /proc. */
export function measureCores(root: number): () => number {
  let peakTicks = 0;
  const timer = setInterval(() => (peakTicks = Math.max(peakTicks, countTicks(root))), 1000);
  return () => {
    clearInterval(timer);
    return peakTicks / ticksPerSecond;
  };
}

/** CPU ticks of a process and its descendants. Those that have ended are counted by their parent. */
function countTicks(root: number): number {
  const all = new Map(processIds().map((pid) => [pid, readFields(pid)]));
  const tree = new Set([root]);
  // A set is gone through to its end, what is added on the way included.
  for (const parent of tree) {
    for (const [pid, fields] of all) if (Number(fields[1]) === parent) tree.add(pid);
  }
  const ticks = [...tree].flatMap((pid) => (all.get(pid) ?? []).slice(11, 15).map(Number));
  return ticks.reduce((sum, of) => sum + of, 0);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The fields behind the name, which may contain anything: the state, the parent, …, from the twelfth on the times. */
function readFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
