import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { createShareLink } from '#lib/share-links/create-share-link';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(contract.shareJob, async ({ db, accountId, mode, params, by }) => {
    const job = { accountId, mode, jobId: params.id, by };
    const { token } = await createShareLink(db, job, {}, await readSecret(env()));
    return { editor_url: `${env().baseUrl}/editor/shared/${token}` };
  }),
});
