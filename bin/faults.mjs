import { spawn } from 'node:child_process';
import { endWithUs } from './interruption.mjs';
import { setUp } from './set-up.mjs';

/**
 * `npm run faults`: the set-up that is missing, then the scenarios.
 * @param {string[]} parameters
 */
export async function faults(parameters) {
  await setUp('test');
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/faults.ts', ...parameters], {
    stdio: 'inherit',
    // What a scenario waits for may take as long as the queue is.
    env: { LONGHAND_TEST_CEILING_MS: '1200000', ...process.env, NODE_ENV: 'test' },
  });
  endWithUs(child);
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
