import { findChromium } from './find-program.mjs';
import { runShown } from './run-program.mjs';
import { setUp, setUpWithoutBuild } from './set-up.mjs';

/** Benchmarks that run in their own process and need neither the service nor a build. */
const alone = new Map([
  ['words', 'e2e/bench/words/measure-words.ts'],
  ['costs', 'e2e/bench/costs/measure-costs.ts'],
]);

/**
 * `npm run bench`: the set-up that is missing, then the measurements.
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
 * Runs a program of the benchmark, and gives its exit code.
 * @param {string} program
 * @param {string[]} parameters
 */
function run(program, parameters) {
  return runShown([process.execPath, '--import', 'tsx', program, ...parameters], {
    // A measurement may wait for an hour of speech.
    LONGHAND_TEST_CEILING_MS: '3600000',
    CHROMIUM_PATH: findChromium() ?? '',
  });
}
