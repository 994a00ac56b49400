import { desc, eq } from 'drizzle-orm';
import { callbacks, callbackTries } from '#drizzle/schema/callbacks';
import type { Callback } from '#lib/callbacks/record-attempt';
import { redactAnswer } from '#lib/callbacks/redact-answer';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { JobReference } from '#lib/jobs/job';
import { invalidParameter, type Refusal } from '#lib/refusal';

/** An attempt as the database stores it. */
export type StoredAttempt = typeof callbackTries.$inferSelect;

/** A job's callback with its latest attempts, newest first; undefined until the job ends. */
export interface CallbackOfJob {
  url: string;
  callback: Callback | undefined;
  attempts: StoredAttempt[];
}

const maxAttempts = 100;

/** Reads a job's callback and its attempts. Refuses `job-not-found`, and a job without a `callback_url`. */
export async function readCallback(db: Db, reference: JobReference): Promise<CallbackOfJob> {
  return db.transaction(
    async (tx) => {
      const { id: jobId, callbackUrl: url } = await getJob(tx, reference);
      if (url === null) throw noCallbackUrl();
      const [callback] = await tx.select().from(callbacks).where(eq(callbacks.jobId, jobId));
      if (callback === undefined) return { url, callback, attempts: [] };
      const attempts = await tx
        .select()
        .from(callbackTries)
        .where(eq(callbackTries.callbackId, callback.id))
        .orderBy(desc(callbackTries.id))
        .limit(maxAttempts);
      // Earlier versions stored responses unredacted.
      const redact = (attempt: StoredAttempt) => ({ ...attempt, answer: redactAnswer(attempt.answer) });
      return { url, callback, attempts: attempts.map(redact) };
    },
    // One snapshot, so that the state matches the attempts.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Returns the refusal for a job without a callback. */
export function noCallbackUrl(): Refusal {
  return invalidParameter('id', 'This job was submitted without a callback_url.');
}
