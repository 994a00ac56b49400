import { buildIfChanged } from './build-if-changed.mjs';
import { waitForLock } from './process-lock.mjs';
import { printLine } from './cli-output.mjs';
import { setUpPackages } from './set-up-packages.mjs';
import { setUpTools } from './set-up-tools.mjs';

/**
 * Does what is missing of the set-up: packages, tools, build. `check` is run as soon as the packages are there, so
 * that a faulty setting is reported before the minutes that the rest may take.
 * A machine that only works for others needs no pages.
 * @param {'run' | 'work' | 'test'} purpose
 * @param {() => Promise<void>} [check]
 */
export async function setUp(purpose, check = async () => {}) {
  await underLock(async () => {
    await setUpPackages();
    await check();
    await setUpTools(purpose === 'test' ? 'test' : 'run');
    if (purpose !== 'work') await buildIfChanged();
  });
}

/** The set-up without the build: what tests need that start no service. */
export async function setUpWithoutBuild() {
  await underLock(async () => {
    await setUpPackages();
    await setUpTools('test');
  });
}

/** @param {() => Promise<void>} work */
async function underLock(work) {
  const lock = await waitForLock('.longhand/set-up.lock', 'set-up', ({ pid }) =>
    printLine(`Waiting for another set-up of this folder (process ${pid})…`),
  );
  try {
    await work();
  } finally {
    lock.release();
  }
}
