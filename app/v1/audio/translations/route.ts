import { operations } from '#lib/api/openai/contract';
import { methods, serve } from '#lib/api/openai/serve';
import { translate } from '#lib/api/openai/translate';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.createTranslation, translate),
});
