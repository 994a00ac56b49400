import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';

/** The channel of PostgreSQL's notifications on which workers learn what to stop. */
export const cancellationsChannel = 'longhand_cancellations';

/** Tells the worker of this job that it was canceled, once the transaction commits. */
export async function announceCancellation(tx: Tx, jobId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${cancellationsChannel}, ${jobId})`);
}
