import { showJob } from '#app/(account)/show-job';
import type { PageDatabase } from '#lib/api/page-database';
import type { JobsPage } from '#components/account/jobs-overview';
import { jobId } from '#lib/api/v1/schemas';
import { listJobs } from '#lib/jobs/list-jobs';
import { Refusal } from '#lib/refusal';

const pageSize = 100;

/** One page of the account's jobs; undefined when there is no such page. */
export async function readPage(
  db: PageDatabase,
  { accountId, startingAfter }: { accountId: string; startingAfter: string | string[] | undefined },
): Promise<JobsPage | undefined> {
  const after = jobId.optional().safeParse(startingAfter);
  if (!after.success) return undefined;
  try {
    // One more than is shown tells whether there are older ones.
    const jobs = await listJobs(db, {
      accountId,
      mode: 'live',
      limit: pageSize + 1,
      startingAfter: after.data,
    });
    const shown = jobs.slice(0, pageSize);
    const olderAfter = jobs.length > pageSize ? shown.at(-1)?.id : undefined;
    return { jobs: shown.map(showJob), isNewest: after.data === undefined, olderAfter };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
