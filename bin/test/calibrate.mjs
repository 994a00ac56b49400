import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The time of the work below on two cores of 2026 with no other load. */
const referenceMs = 1000;

/** The longest wait of a test on such a machine: a hundred times the usual one. */
const referenceCeilingMs = 120_000;

/** Start of a process, hashing, allocation: what tests spend their time on. */
const work = `
  const { createHash } = require('node:crypto');
  let text = 'longhand';
  for (let i = 0; i < 300_000; i++) text = createHash('sha256').update(text).digest('hex');
  JSON.parse(JSON.stringify(Array.from({ length: 300_000 }, (_, i) => ({ i, text }))));`;

/**
 * The slowness of this machine compared with the reference, at least 1, and the ceiling of all waits that follows from it.
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
