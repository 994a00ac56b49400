import { notFound } from 'next/navigation';
import type { ShownDelivery, ShownTry } from '#components/account/callback-tries';
import type { PageDatabase } from '#lib/api/page-database';
import { jobId as jobIdSchema } from '#lib/api/v1/schemas';
import { readCallback, type CallbackTry } from '#lib/callbacks/read-callback';
import { getJob } from '#lib/jobs/get-job';
import { Refusal } from '#lib/refusal';

/** What became of the callback of this job; else the page that says there is none. */
export async function findDelivery(
  db: PageDatabase,
  { accountId, id }: { accountId: string; id: string },
): Promise<ShownDelivery> {
  const jobId = jobIdSchema.safeParse(id).data ?? notFound();
  try {
    const { name, mode } = await getJob(db, { accountId, jobId });
    const { url, callback, tries } = await readCallback(db, { accountId, jobId });
    return {
      jobId,
      jobName: name,
      isSandbox: mode === 'test',
      url,
      callback: callback && {
        webhookId: callback.id,
        state: callback.state,
        begunAt: callback.begunAt.toISOString(),
        nextTryAt: callback.state === 'pending' ? callback.nextTryAt.toISOString() : undefined,
        givenUpBecause: callback.givenUpBecause ?? undefined,
      },
      tries: tries.map(showTry),
    };
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
}

function showTry({ id, startedAt, durationMs, status, reason, answer }: CallbackTry): ShownTry {
  return { id, startedAt: startedAt.toISOString(), durationMs, status: status ?? undefined, reason, answer };
}
