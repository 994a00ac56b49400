import { operations } from '#lib/api/openai/contract';
import { refuseTranslation } from '#lib/api/openai/refuse-translation';
import { methods, serve } from '#lib/api/openai/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.createTranslation, refuseTranslation),
});
