import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { readMediaType, readText } from '#lib/api/body/read-body';
import { limitRate } from '#lib/api/limits/limit-rate';
import { maxBatch, maxBodyBytes, type operation, instructions } from '#lib/api/mcp/contract';
import { codes, rpcErrorResponse } from '#lib/api/mcp/errors';
import type { Caller, Tool } from '#lib/api/mcp/tool';
import type { Call } from '#lib/api/serve';
import { log } from '#lib/settings/log';
import { runTool } from '#lib/api/mcp/run-tool';
import { estimatePrice } from '#lib/api/mcp/tools/estimate-price';
import { getJobTool } from '#lib/api/mcp/tools/get-job';
import { getTranscript } from '#lib/api/mcp/tools/get-transcript';
import { listJobsTool } from '#lib/api/mcp/tools/list-jobs';
import { searchTranscripts } from '#lib/api/mcp/tools/search-transcripts';
import { submitRecording } from '#lib/api/mcp/tools/submit-recording';

type Asked = Call<typeof operation.params, typeof operation.query>;

/** Responds to the messages of one request with JSON, in their protocol revision, without a session. */
export async function answer({ db, accountId, by, mode, scope, request }: Asked): Promise<Response> {
  if (readMediaType(request) !== 'application/json') {
    return refuse(415, codes.server, 'Content-Type must be application/json.');
  }
  const body = parse(await readText(request, { maxBytes: maxBodyBytes, parameter: 'body' }));
  if (body === undefined) return refuse(400, codes.parse, 'The body is not valid JSON.');
  if (Array.isArray(body)) {
    if (body.length === 0) return refuse(400, codes.invalid, 'A batch must contain at least one message.');
    if (body.length > maxBatch) {
      return refuse(400, codes.invalid, `A batch is limited to ${maxBatch} messages.`);
    }
    // The first message was counted with the request.
    for (let n = 1; n < body.length; n += 1) await countMessage(db, by.id);
  }
  const messages = Array.isArray(body) ? body.filter((message) => !isCancellation(message)) : body;
  const caller = { db, accountId, mode, scope, request };
  return (await isLegacyRequest(request, messages))
    ? answerLegacy(caller, messages)
    : answerModern(caller, messages);
}

/** Handles revisions up to 2025-11-25. */
async function answerLegacy(caller: Caller, body: unknown): Promise<Response> {
  const server = buildServer(caller);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(caller.request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/** Handles revision 2026-07-28 and later ones. */
function answerModern(caller: Caller, body: unknown): Promise<Response> {
  const handler = createMcpHandler(() => buildServer(caller), {
    legacy: 'reject',
    // There is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: noteError,
  });
  return handler.fetch(caller.request, { parsedBody: body });
}

/** Logs client errors that the SDK reports; the SDK responds to them. */
function noteError(error: Error): void {
  log().debug({ err: error }, 'MCP message refused');
}

async function countMessage(db: Asked['db'], keyId: string | undefined): Promise<void> {
  const { refusal } = keyId === undefined ? {} : await limitRate(db, keyId);
  if (refusal !== undefined) throw refusal;
}

/** A batch that cancels one of its own messages would never get a response. */
function isCancellation(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === 'notifications/cancelled'
  );
}

/** Returns undefined for invalid JSON, which no JSON parses to. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refuse(status: number, code: number, message: string): Response {
  return rpcErrorResponse({ status, code, message });
}

/** Builds a server with all tools for a single request: it is stateless, so any machine can handle any request. */
function buildServer(caller: Caller): McpServer {
  const server = new McpServer(
    { name: 'longhand', title: 'Longhand', version: '1' },
    // The tools never change while a client is connected.
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  offer(server, caller, estimatePrice);
  offer(server, caller, submitRecording);
  offer(server, caller, getJobTool);
  offer(server, caller, listJobsTool);
  offer(server, caller, getTranscript);
  offer(server, caller, searchTranscripts);
  return server;
}

function offer<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  caller: Caller,
  tool: Tool<Input, Output>,
): void {
  const { name, title, description, annotations } = tool;
  const inputSchema: StandardSchemaWithJSON = tool.input;
  const outputSchema: StandardSchemaWithJSON = tool.output;
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, (given) =>
    runTool(tool, caller, given),
  );
}
