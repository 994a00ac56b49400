import { makeWorkerUtils } from 'graphile-worker';
import { quietLogger } from '#lib/db/quiet-logger';

/** Removes what the queue keeps of names that no task has any more: each one would be looked at for each task. */
export async function cleanUpQueue(databaseUrl: string): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, logger: quietLogger });
  try {
    await utils.cleanup({ tasks: ['GC_JOB_QUEUES'] });
  } finally {
    await utils.release();
  }
}
