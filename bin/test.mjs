import { availableParallelism } from 'node:os';
import { loadTypeScript } from './load-typescript.mjs';
import { setUpPackages } from './set-up-packages.mjs';
import { setUp, setUpWithoutBuild } from './set-up.mjs';
import { calibrate } from './test/calibrate.mjs';
import { readOptions } from './test/read-options.mjs';
import { verify } from './verify.mjs';

/** @typedef {import('./test/read-options.mjs').TestOptions} TestOptions */
/** @typedef {import('./test/suites.js').Suite} Suite */

/** The name of the checks in the costs file. */
const checks = 'checks';

/**
 * `npm test`: completes the setup, then runs the checks and the suites that verify the product's promises; with
 * `--all`, every suite. Words select test files whose path contains them all; `--changed` selects by changes since
 * HEAD, `--list` only lists suites, `--note-costs` records their costs. LONGHAND_TEST_MINUTES limits the total time,
 * and LONGHAND_TEST_SEED determines all random choices.
 * @param {string[]} parameters
 */
export async function test(parameters) {
  const began = Date.now();
  const options = readOptions(parameters);
  if (options.list) return printList(options);
  const machine = await calibrate();
  // Read by the imports below.
  process.env['LONGHAND_TEST_CEILING_MS'] = String(machine.ceilingMs);
  console.log(
    `This machine takes ${machine.slowness.toFixed(1)} times as long as the reference. ` +
      `A test waits at most ${machine.ceilingMs / 1000} s for anything.`,
  );
  const { suites, unrun } = await setUpSuites(options);
  const { inMinutes, makeForecast } = await import('./test/forecast.js');
  const { listUnrun } = await import('./test/list-suites.js');
  const { countResults, repeatErrors, sumUpHeights, writeResults } = await import('./test/report.js');
  const { findRiskySuites, rememberFailures } = await import('./test/risky-suites.js');
  const { failures, readCosts, runSuites } = await import('./test/run-suites.js');
  const { measureMachine } = await import('./test/measure-machine.js');
  const ready = Date.now();
  const measured = measureMachine();
  const costs = await readCosts(suites);
  // The checks include the pure tests.
  const isChecked = !isSelection(options);
  const run = suites.filter(({ name }) => !(isChecked && name === 'pure tests'));
  const names = [...(isChecked ? [checks] : []), ...run.map(({ name }) => name)];
  const now = () => Date.now() / 1000;
  const parallelism = availableParallelism();
  const forecast = makeForecast(names, { costs, slowness: machine.slowness, parallelism, now });
  const minutes = Number(process.env['LONGHAND_TEST_MINUTES'] || Infinity);
  const secondsLeft = () => began / 1000 + minutes * 60 - now();
  console.log(`\n${run.length} suites on ${parallelism} cores: about ${inMinutes(forecast.secondsLeft())}.`);
  if (forecast.secondsLeft() > secondsLeft()) {
    console.log(
      `LONGHAND_TEST_MINUTES=${minutes} is too short: the longest suites will not run, and count as failed.`,
    );
  }
  console.log();

  forecast.began(checks);
  const verified = isChecked ? await verify({ thorough: options.all }) : [];
  forecast.ended(checks);
  const risky = findRiskySuites(run);
  const isRisky = (/** @type {Suite} */ suite) => risky.has(suite);
  const { noteCosts } = options;
  const ran = await runSuites(run, { machine, forecast, costs, isRisky, secondsLeft, noteCosts });
  await rememberFailures(ran);
  const reports = [...verified, ...ran];
  await writeResults(reports, '.longhand/test-results.json');
  await repeatErrors(failures);
  const took = (/** @type {number} */ from, /** @type {number} */ to) => ((to - from) / 60_000).toFixed(1);
  const [testing, settingUp] = [took(ready, Date.now()), took(began, ready)];
  const { busyMinutes, idleShare } = measured();
  console.log(
    `\n${sumUpHeights(reports)} ${testing} minutes, after ${settingUp} of set-up: ` +
      `${busyMinutes.toFixed(1)} processor minutes, and the cores were idle ${Math.round(100 * idleShare)}% of the time.`,
  );
  if (unrun.length > 0) console.log(listUnrun(unrun));
  const { passed, failed, skipped } = countResults(reports.flatMap(({ results }) => results));
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {TestOptions} options */
const isSelection = ({ words, changedSince }) => words.length > 0 || changedSince !== undefined;

/**
 * Completes the setup, and returns the requested suites: those to run, and those left to `--all`.
 * @param {TestOptions} options
 * @returns {Promise<{ suites: Suite[], unrun: Suite[] }>}
 */
async function setUpSuites(options) {
  const isPart = isSelection(options);
  const tools = options.all ? 'test all' : 'test';
  await (isPart ? setUpWithoutBuild(tools) : setUp(tools));
  const chosen = await chooseSuites(options);
  const isLeft = (/** @type {Suite} */ { onlyWithAll }) => onlyWithAll !== undefined;
  if (options.all || !isPart) {
    const unrun = options.all ? [] : chosen.filter(isLeft);
    return { suites: chosen.filter((suite) => !unrun.includes(suite)), unrun };
  }
  // The required tools, and the need for a build, are known only now.
  const needed = chosen.some(isLeft) ? 'test all' : tools;
  const isServed = chosen.some(({ height }) => height === 'end to end');
  await (isServed ? setUp(needed) : setUpWithoutBuild(needed));
  return { suites: chosen, unrun: [] };
}

/** @param {TestOptions} options */
async function printList(options) {
  await setUpPackages('test');
  const suites = await chooseSuites(options);
  const { listSuites } = await import('./test/list-suites.js');
  const { readCosts } = await import('./test/run-suites.js');
  console.log(listSuites(suites, await readCosts(suites)));
}

/** @param {TestOptions} options */
async function chooseSuites(options) {
  await loadTypeScript();
  const { selectTestFiles } = await import('./test/select-suites.js');
  const { toSuites } = await import('./test/suites.js');
  return toSuites(selectTestFiles(options));
}
