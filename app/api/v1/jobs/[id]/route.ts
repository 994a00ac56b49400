import { operations, methods, serve } from '#lib/api/earlier/serve';
import { presentJob } from '#lib/api/earlier/present-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { findJobWithKey } from '#lib/jobs/read/find-job-with-key';
import { requireJob } from '#lib/jobs/read/get-job';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getJob, async ({ found }) => presentJob(requireJob(found)), findJobWithKey),
  DELETE: serve(operations.deleteJob, ({ db, accountId, mode, params, by }) =>
    deleteJob(db, { accountId, mode, jobId: params.id, by }),
  ),
});
