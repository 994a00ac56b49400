import { contract } from '#lib/api/v1/contract';
import { presentEngines } from '#lib/api/v1/present-recognition';
import { methods, serve } from '#lib/api/v1/serve';
import { env } from '#lib/settings/env';
import { readOffer } from '#lib/jobs/engines/read-offer';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.listEngines, async ({ db }) => {
    const { engines, speakerModels } = await readOffer(() => db, env());
    return presentEngines(engines, { speakerModels });
  }),
});
