import { asc } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';

/** Every account, by age, for the operator. */
export async function listAccounts(
  db: Db,
): Promise<Array<{ email: string; balanceCents: number; createdAt: Date }>> {
  return db
    .select({ email: accounts.email, balanceCents: accounts.balanceCents, createdAt: accounts.createdAt })
    .from(accounts)
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
}
