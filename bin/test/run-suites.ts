import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { startSharedLonghand } from '#e2e/support/start-longhand';
import { createTemplate } from '#e2e/support/test-database';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import { findChromium } from '#bin/find-program.mjs';
import { endPrograms, onInterruption } from '#bin/interruption.mjs';
import { calibrate } from './calibrate';
import { measureCores } from './measure-cores';
import { bundleTests } from './bundle-tests.mjs';
import { runSuite } from './run-suite.mjs';
import { runScheduled, type Cost } from './schedule';
import { reportSuite, type SuiteReport } from './report';
import type { Suite } from './suites';

const costsFile = 'bin/test/suite-costs.json';

/** Longer than any suite takes: what has not ended then hangs. */
const suiteTimeoutMs = 15 * 60_000;

/** Half a core more than there are is kept busy, since each suite waits now and then. */
const moreCores = 0.5;

/** What every run begins with: no evidence of an earlier one. */
export const failures = path.resolve('.longhand/failures');

/**
 * Runs suites side by side. They share one PostgreSQL (TEST_DATABASE_URL) made for this run, and those that can one
 * service; the browser is at CHROMIUM_PATH. With `noteCosts` what each took is kept for the order of later runs.
 */
export async function runSuites(
  suites: Suite[],
  { noteCosts }: { noteCosts: boolean },
): Promise<SuiteReport[]> {
  await rm(failures, { recursive: true, force: true });
  if (suites.length === 0) return [];
  const { slowness, ceilingMs } = await calibrate();
  const cores = availableParallelism() + moreCores;
  console.log(
    `\n${suites.length} suites on ${availableParallelism()} cores. This machine takes ${slowness.toFixed(1)} times as long ` +
      `as the reference; a test waits at most ${ceilingMs / 1000} s for anything.\n`,
  );
  const costs = JSON.parse(await readFile(costsFile, 'utf8')) as Record<string, Cost>;
  process.env['LONGHAND_TEST_CEILING_MS'] = String(ceilingMs);
  const bundle = await bundleTests(suites.flatMap(({ files }) => files));
  const services = await startServices(suites);
  const reports: SuiteReport[] = [];
  const measured: Record<string, Cost> = {};
  try {
    await runScheduled(suites, {
      cores,
      costs,
      run: async (suite) => {
        const began = performance.now();
        let processorSeconds = 0;
        const { results, output } = await runSuite(suite, bundle, {
          env: { ...services.env, LONGHAND_TEST_FAILURES: failures },
          timeoutMs: suiteTimeoutMs * slowness,
          watch: (pid) => {
            const end = noteCosts ? measureCores(pid) : () => 0;
            return () => (processorSeconds = end());
          },
        });
        const seconds = (performance.now() - began) / 1000;
        const report = { suite, results, output, seconds };
        reports.push(report);
        measured[suite.name] = {
          seconds: round(seconds),
          cores: round(Math.max(0.1, processorSeconds / seconds)),
        };
        await reportSuite(report, failures);
      },
    });
  } finally {
    await services.stop();
    bundle.remove();
  }
  if (noteCosts) await writeCosts({ ...costs, ...measured });
  return reports;
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
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-test-database-'));
  // PostgreSQL's user must be able to enter it when we are root.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  const stopping: Array<() => Promise<unknown>> = [
    () => rm(dataDir, { recursive: true, force: true }),
    () => rm(server.folder, { recursive: true, force: true }),
    () => server.stop(),
  ];
  const stop = async () => {
    for (const end of stopping.splice(0).toReversed()) await end();
  };
  onInterruption(() => {
    endPrograms();
    void stop().finally(() => process.exit(130));
  });
  try {
    await createTemplate(server.url);
    process.env['TEST_DATABASE_URL'] = server.url;
    const env = { TEST_DATABASE_URL: server.url, CHROMIUM_PATH: findChromium() ?? '' };
    if (!(await anyShares(suites))) return { env, stop };
    const service = await startSharedLonghand();
    stopping.push(() => service.stop());
    return { env: { ...env, LONGHAND_TEST_SHARED: service.shared }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether one of the suites works on the service that they share. */
async function anyShares(suites: Suite[]): Promise<boolean> {
  const sources = await Promise.all(
    suites
      .filter(({ height }) => height === 'end to end')
      .flatMap(({ files }) => files.map((file) => readFile(file, 'utf8'))),
  );
  return sources.some((source) => source.includes('useLonghand('));
}
