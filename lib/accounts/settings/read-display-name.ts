import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { toDisplayName } from '#lib/accounts/display-name';
import type { Db } from '#lib/db/connect';

/** The name by which others know an account. */
export async function readDisplayName(db: Db, { accountId }: { accountId: string }): Promise<string> {
  return (await readNameAndEmail(db, { accountId })).name;
}

/** The same, with the account's email address, which others don't know. */
export async function readNameAndEmail(
  db: Db,
  { accountId }: { accountId: string },
): Promise<{ name: string; email: string }> {
  const [account] = await db
    .select({ email: accounts.email, displayName: accounts.displayName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  const { email, displayName } = account;
  return { name: toDisplayName(email, displayName), email };
}
