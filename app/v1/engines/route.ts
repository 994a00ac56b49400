import { contract } from '#lib/api/v1/contract';
import { presentEngines } from '#lib/api/v1/present-engines';
import { methods, serve } from '#lib/api/v1/serve';
import { env } from '#lib/settings/env';
import { canTellSpeakers, listEngines } from '#lib/recognition/engines';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(contract.listEngines, async () => {
    const [engines, speakerModels] = await Promise.all([listEngines(env()), canTellSpeakers(env())]);
    return presentEngines(engines, { speakerModels });
  }),
});
