import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireSession } from '#app/session';
import { jobId } from '#lib/api/v1/schemas';
import { getJob } from '#lib/jobs/get-job';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** The job of whoever looks at the page; else the page that says there is none. */
export const findJob = cache(async (id: string): Promise<Job> => {
  const { db, accountId } = await requireSession(`/editor/${id}`);
  if (!jobId.safeParse(id).success) notFound();
  try {
    return await getJob(db, { accountId, jobId: id });
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
});
