import { eq, sql, sum } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Db } from '#lib/db/connect';

/** Sums the absolute differences between balances and ledgers of all accounts, in cents: 0 if everything is right. */
export async function readImbalance(db: Db): Promise<number> {
  const ledger = sql<string>`coalesce(${sum(ledgerEntries.amountCents)}, 0)`;
  const differences = db
    .select({ cents: sql<string>`abs(${accounts.balanceCents} - ${ledger})`.as('cents') })
    .from(accounts)
    .leftJoin(ledgerEntries, eq(ledgerEntries.accountId, accounts.id))
    .groupBy(accounts.id)
    .as('differences');
  const [row] = await db
    .select({ cents: sql`coalesce(${sum(differences.cents)}, 0)`.mapWith(Number) })
    .from(differences);
  return row?.cents ?? 0;
}
