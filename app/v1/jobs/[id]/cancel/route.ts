import { contract } from '#lib/api/v1/contract';
import { presentJob } from '#lib/api/v1/present-job';
import { methods, serve } from '#lib/api/v1/serve';
import { cancelJob } from '#lib/endings/cancel-job';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(contract.cancelJob, async ({ db, accountId, mode, params }) =>
    presentJob(await cancelJob(db, { accountId, mode, jobId: params.id })),
  ),
});
