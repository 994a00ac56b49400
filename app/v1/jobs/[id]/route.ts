import { contract } from '#lib/api/v1/contract';
import { presentJob } from '#lib/api/v1/present-job';
import { presentJobWithRecognition } from '#lib/api/v1/present-recognition';
import { methods, serve } from '#lib/api/v1/serve';
import { deleteJob } from '#lib/jobs/delete-job';
import { findJobWithKey } from '#lib/jobs/read/find-job-with-key';
import { getJob, requireJob } from '#lib/jobs/read/get-job';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(
    contract.getJob,
    async ({ db, accountId, mode, query, found }) => {
      const job = requireJob(found);
      if (query.include !== 'recognition') return presentJob(job);
      return presentJobWithRecognition(await getJob(db, { accountId, mode, jobId: job.id }));
    },
    findJobWithKey,
  ),
  DELETE: serve(contract.deleteJob, ({ db, accountId, mode, params, by }) =>
    deleteJob(db, { accountId, mode, jobId: params.id, by }),
  ),
});
