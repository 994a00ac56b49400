import { operations } from '#lib/api/openai/contract';
import { methods, serve } from '#lib/api/openai/serve';
import { transcribe } from '#lib/api/openai/transcribe';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: serve(operations.createTranscription, transcribe),
});
