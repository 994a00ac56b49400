import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { beginSession, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import type { Db } from '#lib/db/connect';

/**
 * Begins a session for this email address (without regard to case) and password; undefined when they don't belong
 * together. Neither answer nor time tells whether there is such an account.
 */
export async function signIn(
  db: Db,
  { email, password, userAgent }: { email: string; password: string; userAgent: string },
): Promise<SessionClaims | undefined> {
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.trim().toLowerCase()));
  const passwordHash = account?.passwordHash ?? undefined;
  const matches = await passwordMatches(passwordHash, password);
  if (account === undefined || passwordHash === undefined || !matches) return undefined;
  return db.transaction(async (tx) => {
    // A password change ends the sessions that it finds: no session of the old password may begin behind its back.
    const [same] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, account.id), eq(accounts.passwordHash, passwordHash)))
      .for('share');
    return same && beginSession(tx, { accountId: account.id, userAgent });
  });
}
