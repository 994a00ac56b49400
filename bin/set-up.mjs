import path from 'node:path';
import { buildIfChanged, isBuildCurrent } from './build-if-changed.mjs';
import { areProgramsCurrent } from './build-programs.mjs';
import { isForbidden } from './is-forbidden.mjs';
import { waitForLock } from './process-lock.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { packagesMatch, setUpPackages } from './set-up-packages.mjs';
import { hasTools, prepareTools } from './set-up-tools.mjs';

/** @typedef {import('./set-up-tools.mjs').ToolPurpose} ToolPurpose */

const nothing = async () => {};

/**
 * Does what is missing of the set-up: packages and then the build, with the tools beside them. `check` is run as soon as the
 * packages are there, so that a faulty setting is reported before the minutes that the rest may take; then `besideBuild`.
 * A machine that only works for others needs no pages. Where nothing is missing, nothing is written: the folder of an image is
 * not ours to change.
 * @param {ToolPurpose | 'work'} purpose
 * @param {{ check?: () => Promise<void>, besideBuild?: () => Promise<void> }} [steps]
 */
export async function setUp(purpose, { check = nothing, besideBuild = nothing } = {}) {
  const tools = purpose === 'work' ? 'run' : purpose;
  const withPages = purpose !== 'work';
  if (isComplete(tools, { withPages })) {
    await check();
    return besideBuild();
  }
  await underLock(() =>
    besideTools(tools, async () => {
      await setUpPackages(tools === 'run' ? 'run' : 'test');
      await check();
      await allSettled([withPages ? buildIfChanged() : nothing(), besideBuild()]);
    }),
  );
}

/**
 * The set-up without the build: what tests need that start no service.
 * @param {ToolPurpose} purpose
 */
export async function setUpWithoutBuild(purpose) {
  if (packagesMatch('test') && hasTools(purpose)) return;
  await underLock(() => besideTools(purpose, () => setUpPackages('test')));
}

/**
 * Does the work while the tools are installed.
 * @param {ToolPurpose} purpose
 * @param {() => Promise<void>} work
 */
async function besideTools(purpose, work) {
  const installTools = await prepareTools(purpose);
  await allSettled([work(), installTools()]);
}

/**
 * Throws the first error once all have settled: an interrupted installation would have to be repaired by hand.
 * @param {Promise<void>[]} works
 */
async function allSettled(works) {
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}

/**
 * @param {ToolPurpose} tools
 * @param {{ withPages: boolean }} options
 */
function isComplete(tools, { withPages }) {
  const isInstalled = packagesMatch(tools === 'run' ? 'run' : 'test') && hasTools(tools);
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
