import { readRecognition } from '#lib/api/submission/read-recognition';
import { readIdempotencyKey } from '#lib/api/submission/read-submission';
import { contract } from '#lib/api/v1/contract';
import { presentJob } from '#lib/api/v1/present-job';
import { methods, serve } from '#lib/api/v1/serve';
import { recognizeAgain } from '#lib/jobs/submit/recognize-again';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(contract.recognizeJob, async ({ db, accountId, mode, params, request }) => {
    const key = readIdempotencyKey(request);
    const chosen = await readRecognition(request);
    const settings = { ...env(), storage: openStorage() };
    const asked = { accountId, mode, jobId: params.id, ...chosen, key };
    return presentJob(await recognizeAgain(db, asked, settings));
  }),
});
