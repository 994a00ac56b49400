import { asc, inArray } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Tx } from '#lib/db/connect';

/**
 * Keeps legal holds from being placed on these accounts, and on their jobs, until the transaction ends. What it reads of
 * holds afterwards is true until then. Locks on jobs come before, as everywhere.
 */
export async function lockHolds(tx: Tx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(accountIds)]))
    .orderBy(asc(accounts.id))
    // Only who places a hold waits for it: changes of the balance don't.
    .for('key share');
}
