import type { z } from 'zod';
import type { ApiKeyScope, ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';

/** The caller of a tool: the account of the key, the jobs it works on and its scope. */
export interface Caller {
  db: Db;
  accountId: string;
  mode: ApiMode;
  scope: ApiKeyScope;
  /** The request that the call came with. Its signal aborts when the client disconnects. */
  request: Request;
}

/** The answer of a tool: the data of its output schema, and the same in words for clients that read only text. */
export interface Answer<Output extends z.ZodObject> {
  structured: z.input<Output>;
  text: string;
}

/** A tool as a language model sees it, and what it does. `run` throws a `Refusal` for what is declined. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The scope that a key must have at least. */
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

/** The annotations of a tool that changes nothing and reaches nothing but this server. */
export const reading = {
  ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

/** Keeps the exact types of a tool's schemas. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  described: Tool<Input, Output>,
): Tool<Input, Output> {
  return described;
}
