import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import { findChromium } from './find-program.mjs';
import { endPrograms, onInterruption } from './interruption.mjs';
import { listFiles } from './list-files.mjs';
import { runTestFiles } from './run-test-files.mjs';
import { addCounts } from './verify.mjs';

const timeoutMs = 15 * 60_000;

/**
 * Runs the tests that need a database, processes or a browser. They share one PostgreSQL (TEST_DATABASE_URL) made
 * for this run, and find the browser at CHROMIUM_PATH.
 */
export async function runSlowTests(): Promise<{ passed: number; failed: number; skipped: number }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-test-database-'));
  // PostgreSQL's user must be able to enter it when we are root.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  const cleanUp = async () => {
    await server.stop();
    await rm(server.folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
  onInterruption(() => {
    endPrograms();
    void cleanUp().finally(() => process.exit(130));
  });
  try {
    const env = { TEST_DATABASE_URL: server.url, CHROMIUM_PATH: findChromium() ?? '' };
    const timeout = `--test-timeout=${timeoutMs}`;
    const slow = ['lib', 'bin'].flatMap((folder) => listFiles(folder)).filter(isSlow);
    const inLib = await runTestFiles(slow, { parameters: [timeout], env });
    const endToEnd = listFiles('e2e').filter((file) => file.endsWith('.test.ts'));
    // Deliveries wait for clocks, retries and silent hosts: their tests run beside the others, which use the machine.
    const [waiting, busy] = [endToEnd.filter(isOfDelivery), endToEnd.filter((file) => !isOfDelivery(file))];
    const oneByOne = { parameters: [timeout, '--test-concurrency=1'], env };
    let said = '';
    const inE2e = await Promise.all([
      runTestFiles(busy, oneByOne),
      runTestFiles(waiting, { ...oneByOne, onOutput: (text) => (said += text) }),
    ]);
    console.log(said);
    return addCounts([inLib, ...inE2e]);
  } finally {
    await cleanUp();
  }
}

function isOfDelivery(file: string): boolean {
  return path.dirname(file) === path.join('e2e', 'callbacks');
}

function isSlow(file: string): boolean {
  return file.endsWith('.slow.test.ts');
}
