import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';
import type { TaskKind, TaskPayload } from '#lib/queue/task';

/** Far more than any task needs: giving up is the handler's decision, never the queue's. */
const maxAttempts = 1000;

/**
 * Adds a task in the caller's transaction: it exists when, and only when, the transaction commits, and a worker
 * is woken by the commit. A lower `priority` runs first.
 */
export async function enqueue<Kind extends TaskKind>(
  tx: Tx,
  kind: Kind,
  payload: TaskPayload<Kind>,
  { priority = 0 }: { priority?: number } = {},
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${kind}, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts}, priority => ${priority}
    )`);
}
