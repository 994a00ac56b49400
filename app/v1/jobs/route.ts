import { acceptSubmission } from '#lib/api/submission/accept-submission';
import { contract, optionRules } from '#lib/api/v1/contract';
import { presentJob } from '#lib/api/v1/present-job';
import { methods, serve } from '#lib/api/v1/serve';
import { listJobs } from '#lib/jobs/read/list-jobs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.listJobs, async ({ db, accountId, mode, query }) => {
    const page = { accountId, mode, limit: query.limit, startingAfter: query.starting_after };
    return (await listJobs(db, page)).map(presentJob);
  }),
  POST: serve(contract.submitJob, async (call) => presentJob(await acceptSubmission(call, optionRules))),
});
