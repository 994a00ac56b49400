import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { toDisplayName } from '#lib/accounts/display-name';
import type { Db } from '#lib/db/connect';

/** The name by which others know an account. */
export async function readDisplayName(db: Db, { accountId }: { accountId: string }): Promise<string> {
  const [account] = await db
    .select({ email: accounts.email, displayName: accounts.displayName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} is gone`);
  return toDisplayName(account.email, account.displayName);
}
