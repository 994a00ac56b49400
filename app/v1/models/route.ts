import { operations } from '#lib/api/openai/contract';
import { presentModels } from '#lib/api/openai/models';
import { methods, serve } from '#lib/api/openai/serve';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { env } from '#lib/settings/env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(operations.listModels, async ({ db }) => {
    const { engines } = await readOffer(() => db, env());
    return { object: 'list', data: presentModels(engines) };
  }),
});
