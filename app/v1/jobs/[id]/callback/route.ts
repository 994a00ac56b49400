import { contract } from '#lib/api/v1/contract';
import { presentCallback } from '#lib/api/v1/present-callback';
import { methods, serve } from '#lib/api/v1/serve';
import { readCallback } from '#lib/callbacks/read-callback';
import { sendAgain } from '#lib/callbacks/send-again';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.getCallback, async ({ db, accountId, mode, params }) =>
    presentCallback(await readCallback(db, { accountId, mode, jobId: params.id })),
  ),
  POST: serve(contract.sendCallback, async ({ db, accountId, mode, params }) => {
    await sendAgain(db, { accountId, mode, jobId: params.id });
    return presentCallback(await readCallback(db, { accountId, mode, jobId: params.id }));
  }),
});
