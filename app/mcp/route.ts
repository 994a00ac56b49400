import { answer } from '#lib/api/mcp/answer';
import { operation } from '#lib/api/mcp/contract';
import { methods, serve } from '#lib/api/mcp/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: serve(operation, answer) });
