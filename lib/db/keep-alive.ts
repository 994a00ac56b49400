import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';

/** Several times within the silence after which `cutSilentWorkers` takes a process for unresponsive. */
const everyMs = 2000;

/**
 * Awaits work that doesn't use the transaction, such as a thread's, and sends a query at intervals meanwhile, so that
 * the connection isn't closed as one of an unresponsive process.
 */
export async function keepAlive<Result>(
  tx: Tx,
  work: () => Promise<Result>,
  intervalMs = everyMs,
): Promise<Result> {
  let query: Promise<unknown> | undefined;
  const send = () => {
    // If the connection is lost, the transaction's next query fails.
    query ??= tx
      .execute(sql`select 1`)
      .catch(() => {})
      .finally(() => (query = undefined));
  };
  const timer = setInterval(send, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await query;
  }
}
