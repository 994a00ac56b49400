import { spawn } from 'node:child_process';
import { findChromium } from './find-program.mjs';
import { endWithUs } from './interruption.mjs';
import { setUp } from './set-up.mjs';

/**
 * `npm run bench`: the set-up that is missing, then the measurements.
 * @param {string[]} parameters
 */
export async function bench(parameters) {
  await setUp('test all');
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/bench.ts', ...parameters], {
    stdio: 'inherit',
    // A measurement may wait for an hour of speech.
    env: { ...process.env, LONGHAND_TEST_CEILING_MS: '3600000', CHROMIUM_PATH: findChromium() ?? '' },
  });
  endWithUs(child);
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
