import { forgetStaleTypes } from './build-if-changed.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { compileMessages } from './messages/compile-messages.mjs';
import { runProgram } from './run-program.mjs';
import { bundleTests } from './test/bundle-tests.mjs';
import { runSuite } from './test/run-suite.mjs';

/** @typedef {import('./test/results-reporter.mjs').Result} Result */
/** @typedef {import('./test/report.js').SuiteReport} SuiteReport */

const programs = [
  { name: 'format', program: 'oxfmt', parameters: ['--check'] },
  { name: 'lint', program: 'oxlint', parameters: [] },
  // More checkers would each compute the shared files' types, using cores that other checks need.
  { name: 'types', program: 'tsc', parameters: ['--noEmit', '--checkers', '1'] },
  {
    name: 'migrations',
    program: 'squawk',
    parameters: ['--no-error-on-unmatched-pattern', 'drizzle/migrations/*.sql'],
  },
  { name: 'API snapshot', program: 'tsx', parameters: ['bin/openapi/check-openapi-snapshot.ts'] },
];

/**
 * Runs all checks that take seconds: format, lint, types, migrations, the API snapshot, and tests without database and
 * processes. They run in parallel; each one's output is shown at once, the tests' only on failure. A check counts as a
 * test.
 * @param {{ thorough?: boolean }} [options] `thorough` tries every random case instead of a fifth of them.
 * @returns {Promise<SuiteReport[]>}
 */
export async function verify({ thorough = false } = {}) {
  forgetStaleTypes();
  await compileMessages();
  const checks = programs.map(async ({ name, program, parameters }) => {
    const started = Date.now();
    const { code, output } = await runProgram(`node_modules/.bin/${program}`, parameters);
    const seconds = report(name, started, code === 0 ? '' : output);
    /** @type {Result[]} */
    const results = [{ name, outcome: code === 0 ? 'passed' : 'failed' }];
    return { suite: { name, height: /** @type {const} */ ('pure'), files: [] }, results, output, seconds };
  });
  return Promise.all([...checks, runPureTests(thorough)]);
}

/**
 * @param {boolean} thorough
 * @returns {Promise<SuiteReport>}
 */
async function runPureTests(thorough) {
  await loadTypeScript();
  const { listTestFiles, toSuites } = await import('./test/suites.js');
  const started = Date.now();
  const suite = toSuites(listTestFiles()).find(({ height }) => height === 'pure');
  if (suite === undefined) throw new Error('there are no pure tests');
  const bundle = await bundleTests(suite.files);
  const env = thorough ? { LONGHAND_TEST_THOROUGH: '1' } : {};
  const { results, output } = await runSuite(suite, bundle, { env });
  bundle.remove();
  const hasFailed = results.some(({ outcome }) => outcome === 'failed');
  const seconds = report(`${suite.name} (${results.length})`, started, hasFailed ? output : '');
  return { suite, results, output, seconds };
}

/**
 * Prints a check's result; returns its duration in seconds.
 * @param {string} name
 * @param {number} started
 * @param {string} faults
 */
function report(name, started, faults) {
  const seconds = (Date.now() - started) / 1000;
  console.log(`${faults ? '✗' : '✓'} ${name}, ${seconds.toFixed(1)} s`);
  if (faults) console.log(`\n${faults.trim()}\n`);
  return seconds;
}
