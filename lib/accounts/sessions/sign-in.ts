import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { beginSession, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import { checkSecondFactor, type GivenCode, readTwoFactor } from '#lib/accounts/two-factor/two-factor';
import type { Db } from '#lib/db/connect';

/** The code of the second factor. `countAttempt` counts the attempt before the code is checked. */
export interface SecondStep extends GivenCode {
  countAttempt: (accountId: string) => Promise<void>;
}

/**
 * Begins a session for an email address (ignoring case) and password; undefined if they don't match. Neither the result
 * nor the time taken reveals if the account exists. If the account requires a code, returns `code-required` without
 * one, and `wrong-code` for an invalid one.
 */
export async function signIn(
  db: Db,
  request: { email: string; password: string; userAgent: string; address?: string },
  secondStep?: SecondStep,
): Promise<SessionClaims | 'code-required' | 'wrong-code' | undefined> {
  const { email, password, userAgent, address } = request;
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.trim().toLowerCase()));
  const passwordHash = account?.passwordHash ?? undefined;
  const matches = await passwordMatches(passwordHash, password);
  if (account === undefined || passwordHash === undefined || !matches) return undefined;
  const accountId = account.id;
  const isAsked = (await readTwoFactor(db, { accountId })) !== undefined;
  if (isAsked && secondStep === undefined) return 'code-required';
  // Counted before the transaction: the attempt counts even if that fails, and needs no second pooled connection.
  if (isAsked) await secondStep?.countAttempt(accountId);
  return db.transaction(async (tx) => {
    // A concurrent password change ends existing sessions: the old password must not begin another one.
    const [same] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, passwordHash)))
      .for('share');
    if (same === undefined) return undefined;
    if ((await readTwoFactor(tx, { accountId })) !== undefined) {
      // Two-factor sign-in was turned on just now, so the attempt hasn't been counted.
      if (!isAsked || secondStep === undefined) return 'code-required';
      if (!(await checkSecondFactor(tx, { accountId, ...secondStep }))) return 'wrong-code';
    }
    return beginSession(tx, { accountId, userAgent, address, method: 'password' });
  });
}
