import { and, eq, sum } from 'drizzle-orm';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { addToBalance } from '#lib/billing/add-to-balance';
import type { Tx } from '#lib/db/connect';

/**
 * Gives everything held for a job back to the balance and returns the cents. A job's hold is released once: the
 * ledger's unique index ends a second transaction that tries.
 */
export async function release(
  tx: Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<number> {
  const [held] = await tx
    .select({ cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.jobId, jobId), eq(ledgerEntries.kind, 'hold')));
  const amountCents = -(held?.cents ?? 0);
  await addToBalance(tx, { accountId, jobId, kind: 'release', amountCents });
  return amountCents;
}
