'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import * as failedJobs from '#lib/operator/failed-jobs';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';

/** Retries a failed job. Refuses everyone but operators. */
export async function retryFailedJob(jobId: string) {
  return runAction(async ({ db, accountId: operatorId }) => {
    const options = { ...env(), storage: openStorage() };
    await failedJobs.retryFailedJob(db, { operatorId, jobId: z.string().max(64).parse(jobId) }, options);
    revalidatePath('/operator/failures');
  });
}
