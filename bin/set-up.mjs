import path from 'node:path';
import { buildIfChanged, isBuildCurrent } from './build-if-changed.mjs';
import { areProgramsCurrent, buildPrograms } from './build-programs.mjs';
import { isForbidden } from './is-forbidden.mjs';
import { waitForLock } from './process-lock.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { packagesMatch, setUpPackages } from './set-up-packages.mjs';
import { hasTools, prepareTools } from './set-up-tools.mjs';

/** @typedef {import('./set-up-tools.mjs').ToolPurpose} ToolPurpose */

const nothing = async () => {};

/**
 * Completes the setup: packages, programs, then pages, with tools in parallel. Runs `check` once the programs are built, to
 * report faulty settings before the slow steps, then `besideBuild`. A worker machine needs no pages. If nothing is
 * missing, writes nothing, as an image's folder may be read-only.
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
      await buildPrograms();
      await check();
      await allSettled([withPages ? buildIfChanged() : nothing(), besideBuild()]);
    }),
  );
}

/**
 * Sets up without the build, for tests that start no service.
 * @param {ToolPurpose} purpose
 */
export async function setUpWithoutBuild(purpose) {
  if (packagesMatch('test') && hasTools(purpose)) return;
  await underLock(() => besideTools(purpose, () => setUpPackages('test')));
}

/**
 * Runs the work while the tools are installed.
 * @param {ToolPurpose} purpose
 * @param {() => Promise<void>} work
 */
async function besideTools(purpose, work) {
  const installTools = await prepareTools(purpose);
  await allSettled([work(), installTools()]);
}

/**
 * Throws the first error once all have settled, because an interrupted installation would need manual repair.
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
      printLine(`Waiting for another setup of this folder (process ${pid})…`),
    );
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Stop(
      `Longhand in ${path.resolve()} must be set up again: its packages, tools, sources or Node.js version changed, and this user ` +
        'has no permission to write there. As its owner, run there: npm ci --ignore-scripts && node bin/cli.mjs build',
    );
  }
}
