import { and, eq, inArray } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import type { Callback } from '#lib/callbacks/record-attempt';
import type { Db } from '#lib/db/connect';

/** Reads the callback states of these jobs of the account, by job. Omits jobs without a callback. */
export async function readCallbackStates(
  db: Db,
  { accountId, jobIds }: { accountId: string; jobIds: string[] },
): Promise<Map<string, Callback['state']>> {
  if (jobIds.length === 0) return new Map();
  const found = await db
    .select({ jobId: callbacks.jobId, state: callbacks.state })
    .from(callbacks)
    .where(and(eq(callbacks.accountId, accountId), inArray(callbacks.jobId, jobIds)));
  return new Map(found.map(({ jobId, state }) => [jobId, state]));
}
