import { forgetStaleTypes } from './build-if-changed.mjs';
import { runProgram } from './run-program.mjs';
import { runTestFiles } from './run-test-files.mjs';

/** @typedef {import('./run-test-files.mjs').Counts} Counts */

const programs = [
  { name: 'format', program: 'oxfmt', parameters: ['--check'] },
  { name: 'lint', program: 'oxlint', parameters: [] },
  { name: 'types', program: 'tsc', parameters: ['--noEmit'] },
  { name: 'print of the API', program: 'tsx', parameters: ['bin/check-openapi-print.ts'] },
];

/**
 * Everything that takes seconds: format, lint, types, the print of the API, and the tests that need no database and no process. They run
 * side by side; each one's output is shown in one piece, that of the tests only when one failed.
 * @returns {Promise<Counts>}
 */
export async function verify() {
  forgetStaleTypes();
  const checks = programs.map(async ({ name, program, parameters }) => {
    const started = Date.now();
    const { code, output } = await runProgram(`node_modules/.bin/${program}`, parameters);
    report(name, started, code === 0 ? '' : output);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });
  const counts = await Promise.all([...checks, runPureTests()]);
  return addCounts(counts);
}

/** @returns {Promise<Counts>} */
async function runPureTests() {
  const started = Date.now();
  let output = '';
  const counts = await runTestFiles(['bin/all-pure-tests.mjs'], { onOutput: (text) => (output += text) });
  report(`pure tests (${counts.passed})`, started, counts.failed === 0 ? '' : output);
  return counts;
}

/**
 * @param {string} name
 * @param {number} started
 * @param {string} faults
 */
function report(name, started, faults) {
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${faults ? '✗' : '✓'} ${name}, ${seconds} s`);
  if (faults) console.log(`\n${faults.trim()}\n`);
}

/** @param {Counts[]} counts */
export function addCounts(counts) {
  const sum = (/** @type {keyof Counts} */ kind) => counts.reduce((total, one) => total + one[kind], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** @param {Counts} counts */
export function sumUp({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
