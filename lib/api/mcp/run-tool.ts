import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { scopeIncludes } from '#lib/accounts/api-keys/api-key';
import type { Caller, Tool } from '#lib/api/mcp/tool';
import { describeDefect } from '#lib/api/serve';
import { readRequestId } from '#lib/api/read-request-id';
import { noteCall, noteProblem } from '#lib/api/request-log/request-notes';
import { findRefusal } from '#lib/outage';
import { Refusal, isApiRefusal, type FaultyParameters } from '#lib/refusal';
import { log } from '#lib/settings/log';
import { describeRefusal } from '#lib/api/dialects/describe-refusal';
import { priceCents } from '#lib/billing/price';
import { formatMoney } from '#lib/messages/format';
import { env } from '#lib/settings/env';

/** Runs a tool. Returns refusals and errors as results, with `isError` and a message, so that the model can react. */
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
    const refusal = findRefusal(error, { requestId, operation: name });
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

/** Explains to a model why a tool refused, and what to do about it. */
function explainRefusal(refusal: Refusal): string {
  const { reason } = refusal;
  const { baseUrl, priceCentsPerMinute } = env();
  switch (reason.kind) {
    case 'invalid-parameters':
      return explainFaults(reason.parameters);
    case 'out-of-credit': {
      const needed = priceCents(0, priceCentsPerMinute);
      const missing = Math.max(0, needed - reason.balanceCents);
      return (
        `The balance is too low: ${formatMoney(reason.balanceCents)} is left, a submission needs at least ` +
        `${formatMoney(needed)}, so ${formatMoney(missing)} is missing. Nothing was submitted. The account's owner can top ` +
        `up at ${baseUrl}/balance.`
      );
    }
    case 'insufficient-scope':
      return (
        `This API key has the scope “${reason.currentValue}”; this tool requires “${reason.needed}”. The account's owner can ` +
        `create such a key at ${baseUrl}/developers.`
      );
    case 'job-not-found':
      return 'There is no job with this ID. list_jobs lists the jobs of the account.';
    case 'revision-not-found':
      return 'This version of the transcript no longer exists. Call again without a cursor.';
    case 'invalid-job-state':
      return reason.currentValue === 'failed'
        ? 'The job failed, so it has no transcript. get_job says why.'
        : 'The job is still in progress and has no transcript yet. Call get_job with wait_seconds first.';
    case 'idempotency-key-reuse':
      return 'This idempotency_key was used with a different submission in the last 24 hours. Use a new one.';
    default:
      return isApiRefusal(refusal) ? describeRefusal(refusal) : refusal.message;
  }
}

/** Arguments have the same names as the options of a submission. */
function explainFaults(parameters: FaultyParameters): string {
  return Object.entries(parameters)
    .map(([name, messages]) => `${toArgument(name)}: ${messages.join(' ')}`)
    .join('\n');
}

function toArgument(name: string): string {
  if (name === 'Idempotency-Key') return 'idempotency_key';
  return name === 'starting_after' ? 'cursor' : name.replace(/^options\./, '');
}
