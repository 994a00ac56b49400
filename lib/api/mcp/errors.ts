import { errorResponse, type Dialect } from '#lib/api/dialects/dialect';
import type { ApiRefusal } from '#lib/refusal';

/** Error codes of JSON-RPC 2.0, section 5.1; servers define their own from -32000 to -32099. */
export const codes = { parse: -32_700, invalid: -32_600, internal: -32_603, server: -32_000 } as const;

/** An error before a message reaches a tool: the HTTP status, and the error's code and message. */
export interface RpcError {
  status: number;
  code: number;
  message: string;
}

/** The Model Context Protocol: errors are those of JSON-RPC that belong to no single message. */
export const mcp: Dialect<RpcError> = {
  contentType: 'application/json',
  body: ({ code, message }) => ({ jsonrpc: '2.0', error: { code, message }, id: null }),
  refused: toRpcError,
  defect: (message) => ({ status: 500, code: codes.internal, message }),
  denied: () => ({
    ...{ status: 401, code: codes.server },
    message: 'A valid API key is required. Send it as “Authorization: Bearer”.',
  }),
  absent: ({ status, detail }) => ({ status, code: codes.server, message: detail }),
  unreadable: ({ status, detail }) => ({ status, code: codes.server, message: detail }),
};

/** Returns the response for a JSON-RPC error. */
export function rpcErrorResponse(error: RpcError): Response {
  return errorResponse(mcp, error);
}

/** Converts a refusal of the whole request to an error. A tool's refusal is its result instead. */
export function toRpcError({ reason, message }: ApiRefusal): RpcError {
  switch (reason.kind) {
    case 'invalid-parameters':
      return { status: 400, code: codes.invalid, message };
    case 'payload-too-large':
      return {
        ...{ status: 413, code: codes.server },
        message: `The request is too large. The limit is ${reason.maxBytes} bytes.`,
      };
    case 'unsupported-content-encoding':
      return {
        ...{ status: 415, code: codes.server },
        message: `The body is compressed (${reason.currentValue}). Send it uncompressed.`,
      };
    case 'too-many-requests':
      return {
        ...{ status: 429, code: codes.server },
        message: `Too many requests with this API key. Try again in ${reason.retryAfterSeconds} s.`,
      };
    case 'service-unavailable':
      return {
        ...{ status: 503, code: codes.server },
        message: `The server is overloaded or restarting. Try again in ${reason.retryAfterSeconds} s.`,
      };
    case 'storage-full':
      return { status: 507, code: codes.server, message: 'The server has run out of storage.' };
    default:
      // Only tools raise the others.
      return { status: 500, code: codes.internal, message };
  }
}
