import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { cancellationsChannel } from '#lib/events/announce-job';
import { listen } from '#lib/events/listen';
import { log } from '#lib/settings/log';

/** A watch on a job being worked on: `canceled` aborts when its owner cancels it. */
export interface CancellationWatch {
  canceled: AbortController;
  stop: () => void;
}

/**
 * Watches for the cancellation of a job, from when this resolves. If listening on the channel fails, the work continues
 * without it.
 */
export async function watchCancellation(db: Db, { jobId }: { jobId: string }): Promise<CancellationWatch> {
  const canceled = new AbortController();
  const check = async (): Promise<void> => {
    const [job] = await db.select({ status: jobs.status }).from(jobs).where(eq(jobs.id, jobId));
    if (job?.status !== 'in_progress') canceled.abort(new Error('the job has ended'));
  };
  const { ready, stop } = listen(cancellationsChannel, {
    onMessage: (canceledId) => {
      if (canceledId === jobId) canceled.abort(new Error('the job was canceled'));
    },
    onGap: () => {
      check().catch((error: unknown) =>
        log().error({ jobId, err: error }, 'reading the state of a job failed'),
      );
    },
    onLeave: () => undefined,
  });
  await ready.catch(() => undefined);
  return { canceled, stop };
}
