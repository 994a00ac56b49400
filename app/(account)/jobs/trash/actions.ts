'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { deleteJob } from '#lib/jobs/delete-job';
import { emptyTrash } from '#lib/jobs/trash/empty-trash';
import { Refusal } from '#lib/refusal';

const id = z.string().max(64);

/** Deletes a job in the trash for good; one that is not there any more is not an error. */
export async function deleteOne(jobId: string): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId, by }) => {
    try {
      await deleteJob(db, { accountId, by, jobId: id.parse(jobId), within: 'trash' });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.kind !== 'job-not-found') throw error;
    }
    return null;
  });
}

/** Deletes all that is in the trash for good. */
export async function empty(): Promise<ActionResult<null>> {
  return runAction(async (who) => {
    await emptyTrash(who.db, who);
    return null;
  });
}
