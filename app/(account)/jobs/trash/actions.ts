'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import * as deletion from '#lib/jobs/delete-job';
import * as trash from '#lib/jobs/trash/empty-trash';
import { Refusal } from '#lib/refusal';

const id = z.string().max(64);

/** Permanently deletes a job in the trash; not an error if it is gone. */
export async function deleteJob(jobId: string): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId, by }) => {
    try {
      await deletion.deleteJob(db, { accountId, by, jobId: id.parse(jobId), within: 'trash' });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.kind !== 'job-not-found') throw error;
    }
    return null;
  });
}

/** Permanently deletes everything in the trash. */
export async function emptyTrash(): Promise<ActionResult<null>> {
  return runAction(async (who) => {
    await trash.emptyTrash(who.db, who);
    return null;
  });
}
