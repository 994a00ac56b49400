import { createReadStream } from 'node:fs';
import path from 'node:path';
import { takeSample } from '#lib/billing/holds/sample';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import type { Job } from '#lib/jobs/job';
import { insertJob } from '#lib/jobs/submit/submit-job';
import type { JobOptions } from '#lib/jobs/submit/submission';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

const fileName = 'sample.mp3';
const maxBytes = 10_000_000;

/**
 * Creates a free job for the built-in sample recording. Undefined, with nothing changed, if the account has used its
 * free sample; of concurrent calls, one creates a job. Refuses options that no installed engine supports.
 */
export async function submitSample(
  db: Db,
  { accountId, asked }: { accountId: string; asked?: JobOptions },
  { storage }: { storage: Storage },
): Promise<Job | undefined> {
  const { key, bytes } = await storage.save(createReadStream(path.resolve('public', fileName)), { maxBytes });
  try {
    const jobId = newId();
    const media = { key, bytes, fileName, durationSeconds: undefined };
    const job = await db.transaction(async (tx) =>
      (await takeSample(tx, { accountId, jobId }))
        ? insertJob(tx, { accountId, media, origin: 'site', ...asked }, { jobId, priceCents: 0 })
        : undefined,
    );
    if (job === undefined) await storage.remove(key);
    return job;
  } catch (error) {
    // After a defect the job may exist, so its media is left to the sweep.
    if (error instanceof Refusal) await storage.remove(key);
    throw error;
  }
}
