import { operations } from '#lib/api/openai/contract';
import { getModel } from '#lib/api/openai/models';
import { methods, serve } from '#lib/api/openai/serve';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { env } from '#lib/settings/env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.getModel, async ({ db, params }) => {
    const { engines } = await readOffer(() => db, env());
    return getModel(params.id, engines);
  }),
});
