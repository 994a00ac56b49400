import { operations } from '#lib/api/revai/contract';
import { getTranscript } from '#lib/api/revai/get-transcript';
import { methods, serve } from '#lib/api/revai/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getTranscript, ({ db, accountId, mode, params, request }) =>
    getTranscript(db, { accountId, mode, jobId: params.id }, request),
  ),
});
