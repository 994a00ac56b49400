import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { SessionClaims } from '#lib/accounts/sign-in';
import type { Db } from '#lib/db/connect';

/** The account that a session belongs to; undefined once the account is gone or its sessions have been ended. */
export async function readSession(
  db: Db,
  { accountId, sessionVersion }: SessionClaims,
): Promise<{ accountId: string; email: string } | undefined> {
  const [account] = await db
    .select({ accountId: accounts.id, email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.sessionVersion, sessionVersion)));
  return account;
}
