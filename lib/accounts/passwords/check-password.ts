import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import type { Db } from '#lib/db/connect';

/** Whether this is the account's password. No password is, for an account that has none. */
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
