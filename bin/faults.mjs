import { spawn, spawnSync } from 'node:child_process';
import { endWithUs } from './interruption.mjs';
import { setUp } from './set-up.mjs';

/**
 * `npm run faults`: the set-up that is missing, then the scenarios.
 * @param {string[]} parameters
 */
export async function faults(parameters) {
  await setUp('test');
  const node = [process.execPath, '--import', 'tsx', 'e2e/faults.ts', ...parameters];
  // Disks that are filled up are mounted where nobody else sees them.
  const unshare = ['unshare', '--mount'];
  const hasOwnMounts = spawnSync('unshare', ['--mount', 'true']).status === 0;
  const [program = '', ...words] = hasOwnMounts ? [...unshare, ...node] : node;
  const child = spawn(program, words, {
    stdio: 'inherit',
    env: {
      // What a scenario waits for may take as long as the queue is.
      LONGHAND_TEST_CEILING_MS: '1200000',
      ...process.env,
      ...(hasOwnMounts && { LONGHAND_OWN_MOUNTS: '1' }),
    },
  });
  endWithUs(child);
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
