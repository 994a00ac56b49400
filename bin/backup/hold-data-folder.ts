import path from 'node:path';
import { takeLock, waitForLock, waitForRenewal } from '#bin/process-lock.mjs';
import { printLine, Stop } from '#bin/cli-output.mjs';

/**
 * Does what no part of the service may meet, while none can start on this data folder. Stops where one runs. Parts elsewhere that share
 * the folder, each with a lock that another may have taken over, are seen by their connections to the database.
 */
export async function holdDataFolder<T>(dataDir: string, run: () => Promise<T>): Promise<T> {
  const locks: { release: () => void }[] = [];
  try {
    for (const part of ['longhand', 'web', 'worker']) locks.push(await takePart(dataDir, part));
    return await run();
  } finally {
    for (const lock of locks) lock.release();
  }
}

async function takePart(dataDir: string, part: string): Promise<{ release: () => void }> {
  const file = path.join(dataDir, `${part}.lock`);
  const taken = await takeLock(file, 'command');
  if ('lock' in taken) return taken.lock;
  const { purpose, pid, isElsewhere, host } = taken.holder;
  if (purpose === 'service') {
    if (isElsewhere && !(await waitForRenewal(file))) return takePart(dataDir, part);
    const where = isElsewhere ? `in another container or on another machine, ${host}` : `process ${pid}`;
    throw new Stop(`Longhand is running with the data in ${dataDir} (${where}): stop it first.`);
  }
  return waitForLock(file, 'command', () => printLine(`Waiting for a command (process ${pid}) to end…`));
}
