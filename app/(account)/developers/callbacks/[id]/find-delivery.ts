import { notFound } from 'next/navigation';
import type { Db } from '#lib/db/database';
import { jobId as jobIdSchema } from '#lib/api/v1/schemas';
import { readCallback } from '#lib/callbacks/read-callback';
import { getJob } from '#lib/jobs/read/get-job';
import { Refusal } from '#lib/refusal';

/** A job with its callback. */
export type Delivery = Awaited<ReturnType<typeof findDelivery>>;

/** The callback of a job and its attempts. Shows the not-found page if there is none. */
export async function findDelivery(db: Db, { accountId, id }: { accountId: string; id: string }) {
  const jobId = jobIdSchema.safeParse(id).data ?? notFound();
  try {
    const job = await getJob(db, { accountId, jobId });
    return { job, ...(await readCallback(db, { accountId, jobId })) };
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
}
