import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';

/** True if the account can be signed in to with a password. */
export async function hasPassword(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return typeof account?.passwordHash === 'string';
}
