import { operations } from '#lib/api/revai/contract';
import { getCaptions } from '#lib/api/revai/get-captions';
import { methods, serve } from '#lib/api/revai/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getCaptions, ({ db, accountId, mode, params, query, request }) =>
    getCaptions(db, { accountId, mode, jobId: params.id }, { request, channel: query.speaker_channel }),
  ),
});
