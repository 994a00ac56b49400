import { operations } from '#lib/api/asr/contract';
import { detectLanguage } from '#lib/api/asr/detect-language';
import { methods, serve } from '#lib/api/asr/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.detectLanguage, detectLanguage),
});
