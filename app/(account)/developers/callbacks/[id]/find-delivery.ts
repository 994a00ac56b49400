import { notFound } from 'next/navigation';
import { explainAttempt, explainReason } from '#app/(account)/developers/callbacks/explain-delivery';
import type { DeliveryView, AttemptView } from './callback-attempts';
import type { Db } from '#lib/db/database';
import { presentJob } from '#lib/api/v1/present-job';
import { jobId as jobIdSchema } from '#lib/api/v1/schemas';
import { readCallback, type StoredAttempt } from '#lib/callbacks/read-callback';
import { getJob } from '#lib/jobs/read/get-job';
import { Refusal } from '#lib/refusal';

/** The callback of this job and its attempts; the not-found page when there is none. */
export async function findDelivery(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<DeliveryView> {
  const jobId = jobIdSchema.safeParse(id).data ?? notFound();
  try {
    const job = await getJob(db, { accountId, jobId });
    const { url, callback, attempts: tries } = await readCallback(db, { accountId, jobId });
    return {
      jobId,
      jobName: job.name,
      isSandbox: job.mode === 'test',
      url,
      payload: JSON.stringify({ job: presentJob(job) }, null, 2),
      callback: callback && {
        webhookId: callback.id,
        state: callback.state,
        begunAt: callback.begunAt.toISOString(),
        nextAttemptAt: callback.state === 'pending' ? callback.nextTryAt.toISOString() : undefined,
        givenUpBecause: callback.givenUpBecause === null ? undefined : explainReason(callback.givenUpBecause),
      },
      attempts: tries.map(presentAttempt),
    };
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
}

function presentAttempt({ id, startedAt, durationMs, status, reason, answer }: StoredAttempt): AttemptView {
  return {
    id,
    startedAt: startedAt.toISOString(),
    durationMs,
    status: status ?? undefined,
    reason: explainAttempt({ status, reason }),
    answer,
  };
}
