import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import type { Db } from '#lib/db/connect';

/** True if this is the account's password; always false for an account without one. */
export async function checkPassword(
  db: Db,
  { accountId, password }: { accountId: string; password: string },
): Promise<boolean> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return passwordMatches(account?.passwordHash ?? undefined, password);
}

/** True if the account can be signed in to with a password. */
export async function hasPassword(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return typeof account?.passwordHash === 'string';
}
