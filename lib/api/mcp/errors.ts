import type { Refusal } from '#lib/refusal';

/** Codes of JSON-RPC 2.0, section 5.1; what the server defines itself is from -32000 to -32099. */
export const codes = { parse: -32_700, invalid: -32_600, internal: -32_603, server: -32_000 } as const;

/** What goes wrong before a message reaches a tool: the HTTP status, and the error's code and words. */
export interface RpcError {
  status: number;
  code: number;
  message: string;
}

/** The body of a JSON-RPC error that belongs to no single message. */
export function rpcErrorBody({ code, message }: Omit<RpcError, 'status'>): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

/** The response that carries a JSON-RPC error. */
export function rpcErrorResponse({ status, ...error }: RpcError): Response {
  return Response.json(rpcErrorBody(error), { status });
}

/** The error that tells of a refusal of the whole request. What a tool refuses is its result instead. */
export function toRpcError({ reason, message }: Refusal): RpcError {
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
      // Only tools meet the others.
      return { status: 500, code: codes.internal, message };
  }
}
