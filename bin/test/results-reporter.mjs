import { readdirSync, readFileSync } from 'node:fs';

/**
 * The outcome of a test; and how long tests took, and the processor time of their process and all that it started.
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped' }} Result
 * @typedef {{ seconds: number, processorSeconds: number }} Spent
 * @typedef {{ results: Result[], spent: Spent, parts: Record<string, Spent> }} Report
 */

/** Clock ticks of /proc/<pid>/stat in a second; the same on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/**
 * A reporter for node's test runner that gives the results as JSON, at the end, with the time of all, and of each suite of tests that
 * is in no other.
 * @param {AsyncIterable<{ type: string, data: { name?: string, nesting?: number, skip?: unknown, todo?: unknown, details?: { type?: string } } }>} events
 */
export default async function* reportResults(events) {
  /** @type {Report} */
  const report = { results: [], spent: readSpent(), parts: {} };
  let last = { seconds: 0, processorSeconds: 0 };
  for await (const { type, data } of events) {
    const { name = '', nesting, details } = data ?? {};
    const hasPassed = type === 'test:pass';
    if (!hasPassed && type !== 'test:fail') continue;
    if (details?.type !== 'suite') {
      if (hasPassed) report.results.push({ name, outcome: data.skip || data.todo ? 'skipped' : 'passed' });
      else if (!data.todo) report.results.push({ name, outcome: 'failed' });
    } else if (nesting === 0) {
      const now = readSpent();
      report.parts[name] = {
        seconds: now.seconds - last.seconds,
        processorSeconds: now.processorSeconds - last.processorSeconds,
      };
      last = now;
    }
  }
  report.spent = readSpent();
  yield JSON.stringify(report);
}

/**
 * This process's time and processor time since its start, the latter 0 without /proc.
 * @returns {Spent}
 */
function readSpent() {
  const all = new Map(listProcesses().map((pid) => [pid, readFields(pid)]));
  const tree = new Set([process.pid]);
  // A set is gone through to its end, what is added on the way included.
  for (const parent of tree) {
    for (const [pid, fields] of all) if (Number(fields[1]) === parent) tree.add(pid);
  }
  // Those that have ended are counted by their parent.
  const ticks = [...tree].flatMap((pid) => (all.get(pid) ?? []).slice(11, 15).map(Number));
  return {
    seconds: performance.now() / 1000,
    processorSeconds: ticks.reduce((sum, of) => sum + of, 0) / ticksPerSecond,
  };
}

function listProcesses() {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/**
 * The fields behind the name, which may contain anything: the state, the parent, …, from the twelfth on the times.
 * @param {number} pid
 */
function readFields(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
