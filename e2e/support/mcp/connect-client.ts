import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

/** A tool's answer: its structured content, and its text. */
export interface Called {
  isError: boolean;
  text: string;
  structured: Record<string, unknown>;
}

/**
 * The official client, connected to `/mcp` with this key. It checks each structured answer against the tool's schema.
 */
export interface McpClient {
  client: Client;
  call: (name: string, given?: Record<string, unknown>) => Promise<Called>;
  close: () => Promise<void>;
}

/** Connects the official client. Throws if the server refuses it. */
export async function connectMcp(
  { baseUrl }: { baseUrl: string },
  apiKey: string | undefined,
): Promise<McpClient> {
  const client = new Client({ name: 'longhand-test', version: '1' });
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  // The client knows the tools' schemas once it has listed them.
  await client.listTools();
  return {
    client,
    async call(name, given = {}) {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
      const [first] = result.content;
      return {
        isError: result.isError === true,
        text: first?.type === 'text' ? first.text : '',
        structured: result.structuredContent ?? {},
      };
    },
    close: () => client.close(),
  };
}
