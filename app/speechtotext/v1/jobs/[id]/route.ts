import { operations } from '#lib/api/revai/contract';
import { presentJob } from '#lib/api/revai/present-job';
import { methods, serve } from '#lib/api/revai/serve';
import { deleteJob } from '#lib/jobs/delete-job';
import { getJob } from '#lib/jobs/read/get-job';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getJob, async ({ db, accountId, mode, params }) =>
    presentJob(await getJob(db, { accountId, mode, jobId: params.id })),
  ),
  DELETE: serve(operations.deleteJob, ({ db, accountId, mode, params, by }) =>
    deleteJob(db, { accountId, mode, jobId: params.id, by }),
  ),
});
