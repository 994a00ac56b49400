import { desc, eq } from 'drizzle-orm';
import { callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { noCallbackUrl } from '#lib/callbacks/no-callback-url';
import type { Callback } from '#lib/callbacks/record-try';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/get-job';
import type { JobReference } from '#lib/jobs/job';

/** A try as the database keeps it. */
export type CallbackTry = typeof callbackTries.$inferSelect;

/** A job's callback, with its latest tries, newest first. There is none before the job has ended. */
export interface CallbackOfJob {
  url: string;
  callback: Callback | undefined;
  tries: CallbackTry[];
}

const mostTries = 100;

/** What became of a job's callback. Refuses `job-not-found`, and a job that has no `callback_url`. */
export async function readCallback(db: Db, reference: JobReference): Promise<CallbackOfJob> {
  return db.transaction(
    async (tx) => {
      const { id: jobId, callbackUrl: url } = await getJob(tx, reference);
      if (url === null) throw noCallbackUrl();
      const [callback] = await tx.select().from(callbacks).where(eq(callbacks.jobId, jobId));
      if (callback === undefined) return { url, callback, tries: [] };
      const tries = await tx
        .select()
        .from(callbackTries)
        .where(eq(callbackTries.callbackId, callback.id))
        .orderBy(desc(callbackTries.id))
        .limit(mostTries);
      return { url, callback, tries };
    },
    // One picture: a state without the try that led to it would be none.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
