import type { ActionResult } from '#components/ui/action-result.ts';
import * as commonTexts from '#messages/common';
import { maxJobsAtOnce } from './jobs-query';

/** The values of each chunk until one failed, and the IDs not sent. */
interface Sent<Value> {
  values: Value[];
  rest: string[];
  error: string | undefined;
}

/** Sends jobs in chunks of up to a thousand, one after the other, until one fails. */
export async function sendInChunks<Value>(
  ids: string[],
  send: (ids: string[]) => Promise<ActionResult<Value>>,
): Promise<Sent<Value>> {
  const values: Value[] = [];
  for (let sent = 0; sent < ids.length; sent += maxJobsAtOnce) {
    const result = await send(ids.slice(sent, sent + maxJobsAtOnce)).catch(unreachable);
    if ('error' in result) return { values, rest: ids.slice(sent), error: result.error };
    values.push(result.value);
  }
  return { values, rest: [], error: undefined };
}

function unreachable(): { error: string } {
  return { error: commonTexts.serverUnreachable() };
}
