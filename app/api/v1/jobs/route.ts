import { acceptSubmission } from '#lib/api/submission/accept-submission';
import { operations, optionRules, methods, serve } from '#lib/api/earlier/serve';
import { presentJob } from '#lib/api/earlier/present-job';
import { listJobs } from '#lib/jobs/read/list-jobs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.listJobs, async ({ db, accountId, mode, query }) => {
    const page = { accountId, mode, limit: query.limit, startingAfter: query.starting_after };
    return (await listJobs(db, page)).map(presentJob);
  }),
  POST: serve(operations.submitJob, async (call) => presentJob(await acceptSubmission(call, optionRules))),
});
