import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { jobsChannel } from '#lib/events/announce-job';
import { listen } from '#lib/events/listen';

/** Watches a recording in progress: `gone` aborts when it is removed, `signal` also when the worker stops. */
export interface RenditionWatch {
  signal: AbortSignal;
  gone: AbortSignal;
  stop: () => void;
}

const change = z.object({ jobId: z.string() });

/** Aborts work on a job whose recording is removed. Works without a channel to listen on. */
export async function watchRendition(
  db: Db,
  { jobId }: { jobId: string },
  leaving: AbortSignal,
): Promise<RenditionWatch> {
  const gone = new AbortController();
  const look = async (): Promise<void> => {
    const found = await db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), isNotNull(jobs.mediaKey)));
    if (found.length === 0) gone.abort(new Error('the recording is gone'));
  };
  // While the database is down, nothing is known and no rendition is stored.
  const check = (): void => void look().catch(() => undefined);
  const { ready, stop } = listen(jobsChannel, {
    onMessage: (payload) => {
      if (change.safeParse(JSON.parse(payload)).data?.jobId === jobId) check();
    },
    onGap: check,
    onLeave: () => undefined,
  });
  await ready.catch(() => undefined);
  return { signal: AbortSignal.any([leaving, gone.signal]), gone: gone.signal, stop };
}
