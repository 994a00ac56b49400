import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { passwordMatches } from '#lib/accounts/passwords';
import type { Db } from '#lib/db/connect';

/**
 * What a session remembers: whose it is, and the account's session version when it began. It holds for as long as
 * the account keeps that version.
 */
export interface SessionClaims {
  accountId: string;
  sessionVersion: number;
}

/**
 * The claims of a new session for this e-mail address (without regard to case) and password; undefined when they
 * don't belong together. Neither answer nor time tells whether there is such an account.
 */
export async function signIn(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<SessionClaims | undefined> {
  const [account] = await db
    .select({
      accountId: accounts.id,
      sessionVersion: accounts.sessionVersion,
      passwordHash: accounts.passwordHash,
    })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.trim().toLowerCase()));
  const matches = await passwordMatches(account?.passwordHash, password);
  if (account === undefined || !matches) return undefined;
  return { accountId: account.accountId, sessionVersion: account.sessionVersion };
}
