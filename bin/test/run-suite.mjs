import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endWithUs } from '#bin/interruption.mjs';

/** @typedef {import('./results-reporter.mjs').Report} Report */
/** @typedef {Report & { output: string }} SuiteRun */

/**
 * The process groups of the suites that run.
 * @type {Set<number>}
 */
const groups = new Set();
/**
 * Their folders for results.
 * @type {Set<string>}
 */
const folders = new Set();
// An interruption ends the process with no way through `finally`. A suite that does not end when it is asked to must not outlive us.
process.once('exit', () => {
  groups.forEach(endGroup);
  folders.forEach(removeFolder);
});

/**
 * Runs these test files, as `bundle` has them, in one process, with the variables beside ours, and returns the results. A
 * run that ends badly with no failed test, such as a file that cannot be loaded or one that takes longer than `timeoutMs`,
 * has one more result, which failed. Whatever the suite has started and left is ended with it.
 * @param {{ name: string, files: string[] }} suite
 * @param {import('./bundle-tests.mjs').TestBundle} bundle
 * @param {{ env?: Record<string, string>, timeoutMs?: number }} [options]
 * @returns {Promise<SuiteRun>}
 */
export async function runSuite({ name, files }, bundle, { env = {}, timeoutMs } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-results-'));
  folders.add(folder);
  const resultsFile = path.join(folder, 'results.json');
  try {
    const built = files.map((file) => [file, bundle.find(file)]);
    const { code, output } = await run(
      [
        '--enable-source-maps',
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=./bin/test/results-reporter.mjs',
        `--test-reporter-destination=${resultsFile}`,
        bundle.main,
      ],
      { LONGHAND_TEST_FILES: JSON.stringify(built), LONGHAND_TEST_SUITE: name, ...env },
      timeoutMs,
    );
    const { results, ...times } = readReport(resultsFile);
    const hasFailed = results.some(({ outcome }) => outcome === 'failed');
    if (code !== 0 && !hasFailed) results.push({ name: `${name} ends well`, outcome: 'failed' });
    return { results, ...times, output };
  } finally {
    folders.delete(folder);
    removeFolder(folder);
  }
}

/**
 * @param {string[]} parameters
 * @param {Record<string, string>} env
 * @param {number | undefined} timeoutMs
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(parameters, env, timeoutMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, {
      env: { ...process.env, LONGHAND_LOG_LEVEL: process.env['LONGHAND_LOG_LEVEL'] || 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that all of it can be ended.
      detached: true,
    });
    endWithUs(child);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => void (output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const { pid } = child;
    if (pid !== undefined) groups.add(pid);
    const giveUp = () => {
      output += `\nThe suite had not ended after ${Math.round((timeoutMs ?? 0) / 60_000)} minutes.\n`;
      endGroup(pid);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      endGroup(pid);
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** @param {number | undefined} group */
function endGroup(group) {
  if (group === undefined) return;
  groups.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/**
 * @param {string} file
 * @returns {Report}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { results: [], spent: { seconds: 0, processorSeconds: 0 }, parts: {} };
  }
}

/** @param {string} folder */
function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
}
