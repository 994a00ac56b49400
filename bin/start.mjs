import path from 'node:path';
import { importProgram } from './build-programs.mjs';
import { isForbidden } from './is-forbidden.mjs';
import { takeLock, waitForLock, waitForRenewal } from './process-lock.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { setUp } from './set-up.mjs';

const roles = ['web', 'worker'];

/**
 * `npm start`: completes the setup, then runs the service until stopped; with `-- web` or `-- worker`, only that part.
 * @param {string[]} parameters
 */
export async function start(parameters) {
  try {
    await run(parameters);
  } catch (error) {
    throw explainFullDisk(error);
  }
}

/** @param {string[]} parameters */
async function run(parameters) {
  const role = chooseRole(parameters);
  const lock = await takeDataFolder(role);
  try {
    await setUp(role === 'worker' ? 'work' : 'run', {
      check: async () => {
        const { checkSettings } = await importService();
        await checkSettings({ portWaitMs: lock.wasStale ? 12_000 : 0 });
      },
      besideBuild: async () => {
        const { setUpRegistryModels } = await importService();
        if (role !== 'web') await setUpRegistryModels();
      },
    });
    const { setUpChosenModel, runService } = await importService();
    if (role !== 'web') await setUpChosenModel();
    await runService();
  } finally {
    lock.release();
  }
}

/**
 * @param {unknown} error
 * @returns {unknown}
 */
function explainFullDisk(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new Stop(`The disk is full: ${message}. Free up space and start Longhand again.`);
}

/** @returns {Promise<typeof import('./start/service.js')>} */
function importService() {
  return importProgram('bin/start/service');
}

/**
 * Returns the requested part, which containers can also set by LONGHAND_ROLE.
 * @param {string[]} parameters
 */
function chooseRole(parameters) {
  const [role, ...more] = parameters;
  if (more.length > 0 || (role !== undefined && !roles.includes(role))) {
    throw new Stop('Usage: npm start, npm start -- web or npm start -- worker');
  }
  if (role !== undefined) process.env['LONGHAND_ROLE'] = role;
  return process.env['LONGHAND_ROLE'] || 'all';
}

/**
 * Locks the data folder for one service, whose two parts may run separately.
 * @param {string} role
 */
async function takeDataFolder(role) {
  const dataDir = path.resolve(process.env['LONGHAND_DATA_DIR'] || '.longhand');
  const parts = roles.includes(role) ? [role] : ['longhand', ...roles];
  /** @type {import('./process-lock.mjs').Lock[]} */
  const locks = [];
  const release = () => locks.forEach((lock) => lock.release());
  try {
    for (const part of parts) locks.push(await takePart(dataDir, part));
  } catch (error) {
    release();
    if (!isForbidden(error)) throw error;
    throw new Stop(
      `The data folder ${dataDir} can't be written: ${/** @type {Error} */ (error).message}. Make the service's user its owner ` +
        `(chown -R USER ${dataDir}), or set LONGHAND_DATA_DIR to another folder.`,
    );
  }
  return { release, wasStale: locks.some(({ wasStale }) => wasStale) };
}

/**
 * Waits for an operator's command that briefly uses the database, and for the stale lock of a service killed in another
 * container. With their own database, parts on several machines may share the folder.
 * @param {string} dataDir
 * @param {string} part
 * @returns {Promise<import('./process-lock.mjs').Lock>}
 */
async function takePart(dataDir, part) {
  const file = path.join(dataDir, `${part}.lock`);
  const isShared = Boolean(process.env['DATABASE_URL']);
  const taken = await takeLock(file, 'service', { isShared });
  if ('lock' in taken) return taken.lock;
  const { purpose, pid, isElsewhere, host } = taken.holder;
  if (purpose === 'service' && isElsewhere) {
    printLine(`Waiting to see if Longhand is still running on ${host} with the data in ${dataDir}…`);
    if (!(await waitForRenewal(file))) return takePart(dataDir, part);
    throw new Stop(
      `Longhand is already running with the data in ${dataDir}, in another container or on another machine (${host}). ` +
        'Stop it first, or set LONGHAND_DATA_DIR to a folder of its own. To run a command beside it: ' +
        `docker exec ${host} node bin/cli.mjs …`,
    );
  }
  if (purpose === 'service') {
    throw new Stop(`Longhand is already running with the data in ${dataDir} (process ${pid}).`);
  }
  const onWait = () => printLine(`Waiting for a command (process ${pid}) to end…`);
  return waitForLock(file, 'service', onWait, { isShared });
}
