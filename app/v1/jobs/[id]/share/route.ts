import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';
import { env } from '#lib/settings/env';
import { createShareLink } from '#lib/share-links/create-share-link';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  POST: serve(contract.shareJob, async ({ db, accountId, mode, params }) => {
    const { token } = await createShareLink(db, { accountId, mode, jobId: params.id });
    return { editor_url: `${env().baseUrl}/editor/shared/${token}` };
  }),
});
