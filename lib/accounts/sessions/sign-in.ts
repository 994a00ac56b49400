import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { beginSession, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import { passwordMatches } from '#lib/accounts/passwords/passwords';
import { checkSecondFactor, type GivenCode } from '#lib/accounts/two-factor/check-second-factor';
import { readTwoFactor } from '#lib/accounts/two-factor/two-factor';
import type { Db } from '#lib/db/connect';

/** The code of the second step, and what counts the attempt on this account before it is checked. */
export interface SecondStep extends GivenCode {
  countAttempt: (accountId: string) => Promise<void>;
}

/**
 * Begins a session for this email address (without regard to case) and password; undefined when they don't belong
 * together. Neither answer nor time tells whether there is such an account. Where the account asks for a code too, answers
 * `code-required` without one, and `wrong-code` for one that doesn't count.
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
  // Counted before the transaction: the attempt counts whatever becomes of that, and takes no second connection of the pool
  // while it holds the first.
  if (isAsked) await secondStep?.countAttempt(accountId);
  return db.transaction(async (tx) => {
    // A password change ends the sessions that it finds: no session of the old password may begin behind its back.
    const [same] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, passwordHash)))
      .for('share');
    if (same === undefined) return undefined;
    if ((await readTwoFactor(tx, { accountId })) !== undefined) {
      // Turned on just now: the attempt hasn't been counted.
      if (!isAsked || secondStep === undefined) return 'code-required';
      if (!(await checkSecondFactor(tx, { accountId, ...secondStep }))) return 'wrong-code';
    }
    return beginSession(tx, { accountId, userAgent, address, method: 'password' });
  });
}
