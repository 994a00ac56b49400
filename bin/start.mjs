import path from 'node:path';
import { buildPrograms, importProgram } from './build-programs.mjs';
import { takeLock, waitForLock } from './process-lock.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { setUp } from './set-up.mjs';

/** `npm start`: the set-up that is missing, then the service until it is stopped. */
export async function start() {
  const lock = await takeDataFolder();
  try {
    await setUp('run', async () => {
      await buildPrograms();
      const { checkSettings } = await importService();
      await checkSettings({ portWaitMs: lock.wasStale ? 12_000 : 0 });
    });
    const { setUpModel, runService } = await importService();
    await setUpModel();
    await runService();
  } finally {
    lock.release();
  }
}

/** @returns {Promise<typeof import('./start/service.js')>} */
function importService() {
  return importProgram('bin/start/service');
}

/** One service a data folder. An operator's command that has the database for a moment is waited for. */
async function takeDataFolder() {
  const dataDir = path.resolve(process.env['LONGHAND_DATA_DIR'] || '.longhand');
  const file = path.join(dataDir, 'longhand.lock');
  const taken = await takeLock(file, 'service');
  if ('lock' in taken) return taken.lock;
  const { purpose, pid } = taken.holder;
  if (purpose === 'service') {
    throw new Stop(`Longhand is already running with the data in ${dataDir} (process ${pid}).`);
  }
  return waitForLock(file, 'service', () => printLine(`Waiting for a command (process ${pid}) to end…`));
}
