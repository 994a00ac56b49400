import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';

/** Reads an account's email address and available balance in cents. */
export async function readAccount(
  db: Db | Tx,
  { accountId }: { accountId: string },
): Promise<{ email: string; balanceCents: number }> {
  const [account] = await db
    .select({ email: accounts.email, balanceCents: accounts.balanceCents })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  return account;
}

/** Like `readAccount`, for API clients: where transcribing is free, the balance is 0. */
export async function readAvailableBalance(
  db: Db,
  account: { accountId: string },
  { priceCentsPerMinute }: { priceCentsPerMinute: number },
): Promise<{ email: string; balanceCents: number }> {
  const read = await readAccount(db, account);
  return priceCentsPerMinute > 0 ? read : { ...read, balanceCents: 0 };
}
