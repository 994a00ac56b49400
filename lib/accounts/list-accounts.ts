import { asc, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';

/** Every account, by age, for the operator. `isHeld` where it, or a transcript of it, is under a legal hold. */
export async function listAccounts(
  db: Db,
): Promise<Array<{ email: string; balanceCents: number; createdAt: Date; isHeld: boolean }>> {
  return db
    .select({
      email: accounts.email,
      balanceCents: accounts.balanceCents,
      createdAt: accounts.createdAt,
      // Of a single table, columns are selected without its name, which the inner query needs.
      isHeld: sql<boolean>`exists (select from legal_holds h where h.account_id = accounts.id)`,
    })
    .from(accounts)
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
}
