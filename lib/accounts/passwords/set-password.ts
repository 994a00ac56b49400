import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { cancelEmailChange } from '#lib/accounts/email-change/request-email-change';
import type { Tx } from '#lib/db/connect';

/**
 * Gives the account another password and makes its unused reset links worthless, and cancels a change of its
 * address, which a person who knew the old password may have asked for. The sessions that began with the
 * old one are the caller's to end, in the same transaction and after this.
 */
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
