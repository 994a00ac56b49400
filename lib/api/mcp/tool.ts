import type { z } from 'zod';
import type { ApiKeyScope, ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';

/** The caller of a tool: its key's account, mode and scope. */
export interface Caller {
  db: Db;
  accountId: string;
  mode: ApiMode;
  scope: ApiKeyScope;
  /** The request of the call. Its signal aborts when the client disconnects. */
  request: Request;
}

/** A tool's result: data in its output schema, and the same as text for clients that read only text. */
export interface Answer<Output extends z.ZodObject> {
  structured: z.input<Output>;
  text: string;
}

/** A tool as described to a model, and its implementation. `run` throws a `Refusal` if declined. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The minimum scope of the key. */
  scope: ApiKeyScope;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  input: Input;
  output: Output;
  run: (caller: Caller, given: z.output<Input>) => Promise<Answer<Output>>;
}

/** The annotations of a tool that changes nothing and accesses nothing but this server. */
export const reading = {
  ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

/** Preserves the exact types of a tool's schemas. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  described: Tool<Input, Output>,
): Tool<Input, Output> {
  return described;
}
