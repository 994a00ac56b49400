import { spawnSync } from 'node:child_process';
import { findChromium } from './find-program.mjs';
import { runShown } from './run-program.mjs';
import { setUp } from './set-up.mjs';

/**
 * `npm run faults`: the set-up that is missing, then the scenarios.
 * @param {string[]} parameters
 */
export async function faults(parameters) {
  await setUp('test all');
  const node = [process.execPath, '--import', 'tsx', 'e2e/faults.ts', ...parameters];
  // Disks that are filled up are mounted, and hosts are connected, where nobody else sees them.
  const unshare = ['unshare', '--mount', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const isApart = spawnSync('unshare', [...unshare.slice(1), 'true']).status === 0;
  process.exitCode = await runShown(isApart ? [...unshare, ...node] : node, {
    // Scenarios may have to wait for the whole queue.
    LONGHAND_TEST_CEILING_MS: process.env['LONGHAND_TEST_CEILING_MS'] ?? '1200000',
    CHROMIUM_PATH: findChromium() ?? '',
    ...(isApart && { LONGHAND_OWN_MOUNTS: '1', LONGHAND_OWN_NETWORK: '1' }),
  });
}
