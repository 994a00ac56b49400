import path from 'node:path';
import { buildIfChanged, isBuildCurrent } from './build-if-changed.mjs';
import { areProgramsCurrent } from './build-programs.mjs';
import { isForbidden } from './is-forbidden.mjs';
import { waitForLock } from './process-lock.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { packagesMatch, setUpPackages } from './set-up-packages.mjs';
import { hasTools, setUpTools } from './set-up-tools.mjs';

/**
 * Does what is missing of the set-up: packages, tools, build. `check` is run as soon as the packages are there, so
 * that a faulty setting is reported before the minutes that the rest may take.
 * A machine that only works for others needs no pages. Where nothing is missing, nothing is written: the folder of an image is
 * not ours to change.
 * @param {'run' | 'work' | 'test'} purpose
 * @param {() => Promise<void>} [check]
 */
export async function setUp(purpose, check = async () => {}) {
  const needs = purpose === 'test' ? 'test' : 'run';
  if (isComplete(needs, { withPages: purpose !== 'work' })) return check();
  await underLock(async () => {
    await setUpPackages(needs);
    await check();
    await setUpTools(needs);
    if (purpose !== 'work') await buildIfChanged();
  });
}

/** The set-up without the build: what tests need that start no service. */
export async function setUpWithoutBuild() {
  await underLock(async () => {
    await setUpPackages('test');
    await setUpTools('test');
  });
}

/**
 * @param {'run' | 'test'} needs
 * @param {{ withPages: boolean }} options
 */
function isComplete(needs, { withPages }) {
  const isInstalled = packagesMatch(needs) && hasTools(needs);
  return isInstalled && areProgramsCurrent() && (!withPages || isBuildCurrent());
}

/** @param {() => Promise<void>} work */
async function underLock(work) {
  const lock = await takeFolder();
  try {
    await work();
  } finally {
    lock.release();
  }
}

async function takeFolder() {
  try {
    return await waitForLock('.longhand/set-up.lock', 'set-up', ({ pid }) =>
      printLine(`Waiting for another set-up of this folder (process ${pid})…`),
    );
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Stop(
      `The program in ${path.resolve()} has to be set up again, since its packages, tools, sources or the version of Node.js have ` +
        'changed, and this user may not write there. As its owner, run there: npm ci --ignore-scripts && node bin/cli.mjs build',
    );
  }
}
