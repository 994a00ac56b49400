import { operations } from '#lib/api/asr/contract';
import { methods, serve } from '#lib/api/asr/serve';
import { transcribe } from '#lib/api/asr/transcribe';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.transcribe, transcribe),
});
