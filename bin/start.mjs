import path from 'node:path';
import { loadTypeScript } from './load-typescript.mjs';
import { takeLock, waitForLock } from './process-lock.mjs';
import { printLine, Stop } from './cli-output.mjs';
import { setUp } from './set-up.mjs';

/** `npm start`: the set-up that is missing, then the service until it is stopped. */
export async function start() {
  const lock = await takeDataFolder();
  try {
    await setUp('run', async () => {
      await loadTypeScript();
      const { checkSettings } = await import('./start/check-settings.js');
      await checkSettings({ portWaitMs: lock.wasStale ? 12_000 : 0 });
    });
    const { setUpModel } = await import('./models/set-up-model.js');
    await setUpModel();
    const { runService } = await import('./start/run-service.js');
    await runService();
  } finally {
    lock.release();
  }
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
