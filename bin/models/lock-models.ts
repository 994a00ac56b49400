import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '#bin/process-lock.mjs';
import { printLine } from '#bin/cli-output.mjs';
import { clearStaging } from '#lib/recognition/models/install/place-model';

/** Runs a change of the models' folder under its lock; prints once that it waits for another process. */
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
    if (waits === 0) printLine(`Waiting for another models command (process ${taken.holder.pid})…`);
    await sleep(200, undefined, { signal });
  }
}

/** Only the lock's holder stages files, so existing ones were left by a killed process. */
async function withCleanStaging<T>(modelsDir: string, run: () => Promise<T>): Promise<T> {
  await clearStaging(modelsDir);
  try {
    return await run();
  } finally {
    await clearStaging(modelsDir);
  }
}
