import type { Db } from '#lib/db/connect';
import { announceCancellation } from '#lib/events/announce-job';
import { endFailed } from '#lib/endings/fail-job';
import { canceled } from '#lib/jobs/failures/failure-details';
import { getJob } from '#lib/jobs/read/get-job';
import { isJob } from '#lib/jobs/is-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { removeTask } from '#lib/queue/enqueue';
import { transcriptionKey } from '#lib/queue/queue-positions';
import { Refusal } from '#lib/refusal';

/**
 * Cancels a job in progress without a charge, whether waiting or running; its worker stops within a moment. Returns an
 * already canceled job unchanged. Refuses `job-not-found`, and `invalid-job-state` for a job that has ended otherwise.
 */
export async function cancelJob(db: Db, reference: JobReference): Promise<Job> {
  return db.transaction(async (tx) => {
    const ending = { ...canceled, canceledAt: new Date() };
    const job = await endFailed(tx, isJob(reference), ending);
    if (job !== undefined) {
      await removeTask(tx, transcriptionKey(job.id));
      await announceCancellation(tx, job.id);
      return job;
    }
    const ended = await getJob(tx, reference);
    if (ended.canceledAt !== null) return ended;
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'cancel',
      currentValue: ended.status,
      allowedValues: ['in_progress'],
    });
  });
}
