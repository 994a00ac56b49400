'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import * as deletion from '#lib/jobs/delete-job';
import * as trash from '#lib/jobs/trash/trash-jobs';
import { Refusal } from '#lib/refusal';

const id = z.string().max(64);

/** Permanently deletes a job in the trash, if it still exists. */
export async function deleteJob(jobId: string) {
  return runAction(async ({ db, accountId, by }) => {
    try {
      await deletion.deleteJob(db, { accountId, by, jobId: id.parse(jobId), within: 'trash' });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.kind !== 'job-not-found') throw error;
    }
  });
}

/** Permanently deletes everything in the trash. */
export async function emptyTrash() {
  return runAction(async (who) => {
    await trash.emptyTrash(who.db, who);
  });
}
