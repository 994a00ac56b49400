import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '#bin/process-lock.mjs';
import { printLine } from '#bin/cli-output.mjs';
import { clearStaging } from '#lib/recognition/models/install/place-model';

/** Does what changes the models' folder while no other process does; waits for one that is at it, and says so once. */
export async function holdModels<T>(
  modelsDir: string,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  const file = path.join(modelsDir, '.lock');
  for (let waits = 0; ; waits++) {
    signal.throwIfAborted();
    const taken = await takeLock(file, 'models');
    if ('lock' in taken) return withCleanStaging(modelsDir, run).finally(() => taken.lock.release());
    if (waits === 0) printLine(`Waiting for another command on the models (process ${taken.holder.pid})…`);
    await sleep(200, undefined, { signal });
  }
}

/** Whoever holds the lock is the only one to stage: what is there before was left by a process that was killed. */
async function withCleanStaging<T>(modelsDir: string, run: () => Promise<T>): Promise<T> {
  await clearStaging(modelsDir);
  try {
    return await run();
  } finally {
    await clearStaging(modelsDir);
  }
}
