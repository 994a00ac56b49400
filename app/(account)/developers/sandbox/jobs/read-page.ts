import { z } from 'zod';
import { afterShape, pageSize, toPage } from '#app/(account)/paging';
import { presentState } from '#app/(account)/present-job';
import { readCallbackStates } from '#lib/callbacks/read-callback-states';
import type { Db } from '#lib/db/database';
import { listJobs } from '#lib/jobs/read/list-jobs';
import { Refusal } from '#lib/refusal';

const queryShape = z.object({ after: afterShape });

/** A page of sandbox jobs with their callbacks' states: `waiting` before the job ends, undefined without a callback. */
export type SandboxJobsPage = Awaited<ReturnType<typeof readPage>>;

/** Reads the page that the query asks for, or else the newest jobs. */
export async function readPage(db: Db, { accountId, query }: { accountId: string; query: unknown }) {
  let { after } = queryShape.parse(query);
  const page = { accountId, mode: 'test', limit: pageSize + 1 } as const;
  const listed = await listJobs(db, { ...page, startingAfter: after }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    after = undefined;
    return listJobs(db, page);
  });
  const { items, links } = toPage(listed, { path: '/developers/sandbox/jobs', after });
  const states = await readCallbackStates(db, { accountId, jobIds: items.map(({ id }) => id) });
  const jobs = items.map((job) => ({
    job,
    state: presentState(job),
    callback: job.callbackUrl === null ? undefined : (states.get(job.id) ?? ('waiting' as const)),
  }));
  return { jobs, links };
}
