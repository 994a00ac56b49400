import { eq, and } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import type { Db, Tx } from '#lib/db/connect';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { cancelEmailChange } from '#lib/accounts/email-change/email-change';

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

/** True if the account has a password to sign in with. */
export async function hasPassword(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return typeof account?.passwordHash === 'string';
}

/** Sets a password; invalidates reset links and a pending change of address. The caller ends sessions afterwards. */
export async function setPassword(
  tx: Tx,
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
  await cancelEmailChange(tx, { accountId });
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.accountId, accountId), eq(oneTimeLinks.kind, 'reset')));
}
