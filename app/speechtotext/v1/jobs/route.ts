import { acceptJob } from '#lib/api/revai/accept-job';
import { operations } from '#lib/api/revai/contract';
import { presentJob } from '#lib/api/revai/present-job';
import { methods, serve } from '#lib/api/revai/serve';
import { listJobs } from '#lib/jobs/read/list-jobs';
import { readWholeJobs } from '#lib/jobs/read/get-job';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.listJobs, async ({ db, accountId, mode, query }) => {
    const page = { accountId, mode, limit: query.limit, startingAfter: query.starting_after };
    return (await readWholeJobs(db, await listJobs(db, page))).map(presentJob);
  }),
  POST: serve(operations.submitJob, async (call) => presentJob(await acceptJob(call))),
});
