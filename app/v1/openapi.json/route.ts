import { openApiDocument } from '#lib/api/v1/openapi/openapi';
import { methods } from '#lib/api/v1/serve';
import { env } from '#lib/settings/env';
import { readRequestId } from '#lib/api/read-request-id';

// Requires no key.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async (request) => {
    const headers = { 'cache-control': 'no-cache', 'x-request-id': readRequestId(request) };
    return Response.json(openApiDocument(env()), { headers });
  },
});
