import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { startSharedLonghand } from '#e2e/support/start-longhand';
import { makeFolder } from '#e2e/support/temporary-folder';
import { createTemplate } from '#e2e/support/test-database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#lib/db/embedded-postgres';
import { findChromium } from '#bin/find-program.mjs';
import { endPrograms, onInterruption } from '#bin/interruption.mjs';
import type { Machine } from './calibrate.mjs';
import { inMinutes, type Forecast } from './forecast';
import { bundleTests } from './bundle-tests.mjs';
import { runSuite } from './run-suite.mjs';
import { addSuiteCosts, runScheduled, type Cost } from './schedule';
import { reportSuite, type SuiteReport } from './report';
import type { Suite } from './suites';

const costsFile = 'bin/test/suite-costs.json';

/** Longer than any suite takes: one still running then hangs. */
const suiteTimeoutMs = 15 * 60_000;

/** Half a core more than there are is kept busy, since each suite waits now and then. */
const moreCores = 0.5;

/** After this time without an end, a line names the running suites. */
const silenceMs = 45_000;

/** Evidence of failed tests, cleared before each run. */
export const failures = path.resolve('.longhand/failures');

/** The costs of these suites by their names, as last measured. */
export async function readCosts(suites: Suite[]): Promise<Record<string, Cost>> {
  return addSuiteCosts(await readMeasured(), suites);
}

/** The last measurements, by the name of a suite or of a file of one that shares a site or a service. */
async function readMeasured(): Promise<Record<string, Cost>> {
  return JSON.parse(await readFile(costsFile, 'utf8')) as Record<string, Cost>;
}

/** Options of a run. */
export interface RunOptions {
  machine: Machine;
  forecast: Forecast;
  costs: Record<string, Cost>;
  /** Those that are likely to fail: they run first. */
  isRisky: (suite: Suite) => boolean;
  /** The seconds until the run must have ended. */
  secondsLeft: () => number;
  /** Stores the costs, which order later runs. */
  noteCosts: boolean;
}

/** Runs suites side by side on one PostgreSQL and service. One that wouldn't end in time fails without beginning. */
export async function runSuites(
  suites: Suite[],
  { machine, forecast, costs, isRisky, secondsLeft, noteCosts }: RunOptions,
): Promise<SuiteReport[]> {
  await rm(failures, { recursive: true, force: true });
  if (suites.length === 0) return [];
  const { slowness } = machine;
  const bundle = await bundleTests(suites.flatMap(({ files }) => files));
  const services = await startServices(suites);
  const reports: SuiteReport[] = [];
  const progress = startProgress(forecast);
  try {
    const run = async (suite: Suite): Promise<void> => {
      const began = performance.now();
      forecast.began(suite.name);
      const ran = await runSuite(suite, bundle, {
        env: { ...services.env, LONGHAND_TEST_FAILURES: failures },
        timeoutMs: suiteTimeoutMs * slowness,
      });
      forecast.ended(suite.name);
      const seconds = (performance.now() - began) / 1000;
      const spent = suite.height === 'end to end' ? ran.parts : { [suite.name]: ran.spent };
      const report = { suite, results: ran.results, output: ran.output, seconds, spent };
      reports.push(report);
      await reportSuite(report, failures, progress.note());
    };
    const left = await runScheduled(suites, {
      cores: availableParallelism() + moreCores,
      costs,
      run,
      isRisky,
      time: () => ({
        seconds: secondsLeft() / forecast.pace(),
        isEnough: forecast.secondsLeft() <= secondsLeft(),
      }),
    });
    reports.push(...left.map(toUnrun));
  } finally {
    progress.end();
    await services.stop();
    bundle.remove();
  }
  if (noteCosts) await writeCosts({ ...(await readMeasured()), ...getCosts(reports) });
  return reports;
}

/** The failed result of a suite for which there was no time. */
function toUnrun(suite: Suite): SuiteReport {
  return {
    suite,
    results: [{ name: `${suite.name} runs in time`, outcome: 'failed' }],
    output: '',
    seconds: 0,
  };
}

/** Says now and then what is running, as long as nothing ends; `note` gives what is left, and counts as an end. */
function startProgress(forecast: Forecast): { note(): string; end(): void } {
  const left = () => `${forecast.countLeft()} left, about ${inMinutes(forecast.secondsLeft())}`;
  const timer = setInterval(() => {
    console.log(`… ${forecast.running().join(', ')} (${left()})`);
  }, silenceMs);
  return {
    note: () => {
      timer.refresh();
      return left();
    },
    end: () => clearInterval(timer),
  };
}

/** The costs of these suites, or of their files, unless they never came to an end. */
function getCosts(reports: SuiteReport[]): Record<string, Cost> {
  const spent = reports.flatMap((report) => Object.entries(report.spent ?? {}));
  return Object.fromEntries(
    spent
      .filter(([, { seconds }]) => seconds > 0)
      .map(([name, { seconds, processorSeconds }]) => [
        name,
        { seconds: round(seconds), cores: round(processorSeconds / seconds) },
      ]),
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

async function writeCosts(costs: Record<string, Cost>): Promise<void> {
  const lines = Object.keys(costs)
    .toSorted()
    .map((name) => `  "${name}": { "seconds": ${costs[name]?.seconds}, "cores": ${costs[name]?.cores} }`);
  await writeFile(costsFile, `{\n${lines.join(',\n')}\n}\n`);
}

interface Services {
  env: Record<string, string>;
  stop(): Promise<void>;
}

async function startServices(suites: Suite[]): Promise<Services> {
  const dataDir = await makeFolder();
  const stopping: Array<() => Promise<unknown>> = [() => rm(dataDir, { recursive: true, force: true })];
  const interruption = new AbortController();
  let stopped: Promise<void> | undefined;
  // A second call waits for the same end: one that is cut short would leave PostgreSQL behind.
  const stop = () => (stopped ??= endAll(stopping));
  let starting: Promise<EmbeddedPostgres> | undefined;
  onInterruption(() => {
    interruption.abort(new Error('interrupted'));
    endPrograms();
    void Promise.allSettled([starting])
      .then(stop)
      .finally(() => process.exit(130));
  });
  try {
    starting = startEmbeddedPostgres({ dataDir, durability: 'none', signal: interruption.signal });
    const server = await starting;
    stopping.push(
      () => rm(server.folder, { recursive: true, force: true }),
      () => server.stop(),
    );
    await createTemplate(server.superuserUrl);
    process.env['TEST_DATABASE_URL'] = server.superuserUrl;
    const env = { TEST_DATABASE_URL: server.superuserUrl, CHROMIUM_PATH: findChromium() ?? '' };
    if (!(await anyShares(suites))) return { env, stop };
    const service = await startSharedLonghand();
    stopping.push(() => service.stop());
    return { env: { ...env, LONGHAND_TEST_SHARED: service.shared }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endAll(stopping: Array<() => Promise<unknown>>): Promise<void> {
  for (const end of stopping.toReversed()) await end();
}

/** True if one of the suites uses the shared service. */
async function anyShares(suites: Suite[]): Promise<boolean> {
  const sources = await Promise.all(
    suites
      .filter(({ height }) => height === 'end to end')
      .flatMap(({ files }) => files.map((file) => readFile(file, 'utf8'))),
  );
  return sources.some((source) => /\b(?:useLonghand|useSite|useEditor)\(/.test(source));
}
