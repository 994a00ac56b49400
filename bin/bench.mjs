import { findChromium } from './find-program.mjs';
import { runShown } from './run-program.mjs';
import { setUp, setUpWithoutBuild } from './set-up.mjs';
import { spawnSync } from 'node:child_process';

/** Benchmarks with their own process, which need neither the service nor a build. */
const alone = new Map([
  ['words', 'e2e/bench/words/measure-words.ts'],
  ['costs', 'e2e/bench/costs/measure-costs.ts'],
  ['sentences', 'e2e/bench/sentences/measure-sentences.ts'],
]);

/**
 * `npm run bench`: completes the setup, then runs the measurements.
 * @param {string[]} parameters
 */
export async function bench(parameters) {
  const [first, ...rest] = parameters;
  const program = alone.get(first ?? '');
  if (program !== undefined) {
    await setUpWithoutBuild('run');
    process.exitCode = await run(program, rest);
    return;
  }
  await setUp('test all');
  process.exitCode = await run('e2e/bench.ts', parameters);
  if (first !== undefined) return;
  for (const program of alone.values()) process.exitCode = (await run(program, [])) || process.exitCode;
}

/**
 * Runs a benchmark program, and returns its exit code.
 * @param {string} program
 * @param {string[]} parameters
 */
function run(program, parameters) {
  return runShown([process.execPath, '--import', 'tsx', program, ...parameters], {
    // A measurement may recognize an hour of speech.
    LONGHAND_TEST_CEILING_MS: '3600000',
    CHROMIUM_PATH: findChromium() ?? '',
  });
}

/**
 * `npm run faults`: completes the setup, then runs the scenarios.
 * @param {string[]} parameters
 */
export async function faults(parameters) {
  await setUp('test all');
  const node = [process.execPath, '--import', 'tsx', 'e2e/faults.ts', ...parameters];
  // Mounts and networks for full disks and hosts are created in separate namespaces.
  const unshare = ['unshare', '--mount', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const isApart = spawnSync('unshare', [...unshare.slice(1), 'true']).status === 0;
  process.exitCode = await runShown(isApart ? [...unshare, ...node] : node, {
    // Scenarios may wait for the whole queue.
    LONGHAND_TEST_CEILING_MS: process.env['LONGHAND_TEST_CEILING_MS'] ?? '1200000',
    CHROMIUM_PATH: findChromium() ?? '',
    ...(isApart && { LONGHAND_OWN_MOUNTS: '1', LONGHAND_OWN_NETWORK: '1' }),
  });
}
