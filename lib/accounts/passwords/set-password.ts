import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { cancelEmailChange } from '#lib/accounts/email-change/request-email-change';
import type { Tx } from '#lib/db/connect';

/** Sets a password, ends reset links and a pending change of address. The caller ends sessions afterwards. */
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
