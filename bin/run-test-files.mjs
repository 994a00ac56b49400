import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endWithUs } from './interruption.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Runs these files with node's test runner and counts the tests. A run that ends badly with no failed test, such
 * as a file that cannot be loaded, counts as one failure. What it prints goes to `onOutput`, else to our output.
 * @param {string[]} files
 * @param {{ parameters?: string[], env?: Record<string, string>, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<Counts>}
 */
export async function runTestFiles(files, { parameters = [], env = {}, onOutput } = {}) {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-tests-'));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  // An interruption ends the process with no way through `finally`.
  process.once('exit', forget);
  const countsFile = path.join(folder, 'counts.json');
  try {
    const reporters = [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./bin/count-reporter.mjs',
      `--test-reporter-destination=${countsFile}`,
    ];
    const code = await run(
      ['--import', 'tsx', '--test', ...parameters, ...reporters, ...files],
      { LONGHAND_LOG_LEVEL: process.env['LONGHAND_LOG_LEVEL'] || 'warn', ...env },
      onOutput,
    );
    const counts = readCounts(countsFile);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    process.off('exit', forget);
    forget();
  }
}

/**
 * @param {string[]} parameters
 * @param {Record<string, string>} env
 * @param {((text: string) => void) | undefined} onOutput
 * @returns {Promise<number | null>}
 */
function run(parameters, env, onOutput) {
  return new Promise((resolve, reject) => {
    const output = onOutput ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, parameters, {
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    endWithUs(child);
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => onOutput?.(chunk.toString()));
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => onOutput?.(chunk.toString()));
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
