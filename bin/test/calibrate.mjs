import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** What the work below takes on two cores of 2026 with nothing beside it. */
const referenceMs = 1000;

/** How long a test may wait for anything on such a machine: a hundred times what it normally does. */
const referenceCeilingMs = 120_000;

/** Start of a process, hashing, allocation: what tests spend their time on. */
const work = `
  const { createHash } = require('node:crypto');
  let text = 'longhand';
  for (let i = 0; i < 300_000; i++) text = createHash('sha256').update(text).digest('hex');
  JSON.parse(JSON.stringify(Array.from({ length: 300_000 }, (_, i) => ({ i, text }))));`;

/**
 * How many times slower than the reference this machine is now, at least 1, and the ceiling of all waits that follows.
 * @typedef {{ slowness: number, ceilingMs: number }} Machine
 */

/**
 * Measures this machine by a second of work on all its cores. Plain JavaScript: it comes before the packages.
 * @returns {Promise<Machine>}
 */
export async function calibrate() {
  const began = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, runOnce));
  const slowness = Math.max(1, (performance.now() - began) / referenceMs);
  return { slowness, ceilingMs: Math.round((referenceCeilingMs * slowness) / 1000) * 1000 };
}

/** @returns {Promise<void>} */
function runOnce() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', work], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
