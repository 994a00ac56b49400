import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { scopeIncludes } from '#lib/accounts/api-keys/api-key';
import { explainRefusal } from '#lib/api/mcp/explain-refusal';
import type { Caller, Tool } from '#lib/api/mcp/tool';
import { describeDefect } from '#lib/api/serve';
import { readRequestId } from '#lib/api/read-request-id';
import { noteCall, noteProblem } from '#lib/api/request-log/request-notes';
import { findOutage, logOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';

/**
 * Runs a tool for the caller with arguments that fit its schema. What is declined, and what goes wrong, is a result
 * too, with `isError` and words, so that the model can do something about it.
 */
export async function runTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { name, scope, run, input, output }: Tool<Input, Output>,
  caller: Caller,
  given: unknown,
): Promise<CallToolResult> {
  const { request } = caller;
  const requestId = readRequestId(request);
  noteCall(request, name);
  try {
    if (!scopeIncludes(caller.scope, scope)) {
      throw new Refusal({ kind: 'insufficient-scope', currentValue: caller.scope, needed: scope });
    }
    const { structured, text } = await run(caller, input.parse(given));
    return { content: [{ type: 'text', text }], structuredContent: output.parse(structured) };
  } catch (error) {
    if (error === request.signal.reason) return failed('The client disconnected.');
    const outage = findOutage(error);
    if (outage !== undefined) logOutage(outage, { requestId, operation: name });
    const refusal = error instanceof Refusal ? error : outage;
    if (refusal !== undefined) {
      noteProblem(request, refusal.reason.kind);
      return failed(explainRefusal(refusal));
    }
    log().error({ err: error, requestId, operation: name }, 'unhandled error in request');
    return failed(describeDefect(requestId));
  }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
