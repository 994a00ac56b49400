import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { instructions } from '#lib/api/mcp/contract';
import { runTool } from '#lib/api/mcp/run-tool';
import type { Caller, Tool } from '#lib/api/mcp/tool';
import { estimatePrice } from '#lib/api/mcp/tools/estimate-price';
import { getJobTool } from '#lib/api/mcp/tools/get-job';
import { getTranscript } from '#lib/api/mcp/tools/get-transcript';
import { listJobsTool } from '#lib/api/mcp/tools/list-jobs';
import { searchTranscripts } from '#lib/api/mcp/tools/search-transcripts';
import { submitRecording } from '#lib/api/mcp/tools/submit-recording';

/** A server with all tools, for one request of this caller: nothing is kept between requests, so any machine answers any. */
export function buildServer(caller: Caller): McpServer {
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
