import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { endOtherSessions } from '#lib/accounts/sessions/end-sessions';
import { hashChosenPassword, passwordMatches } from '#lib/accounts/passwords/passwords';
import { setPassword } from '#lib/accounts/passwords/stored-password';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** Changes the password, ends other sessions; `wrong-password` if `current` is. Refuses like `hashChosenPassword`. */
export async function changePassword(
  db: Db,
  request: { accountId: string; sessionId: string; current: string; chosen: string } & ActedBy,
): Promise<'changed' | 'wrong-password'> {
  const { accountId, sessionId, by } = request;
  const [account] = await db
    .select({ email: accounts.email, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const currentHash = account?.passwordHash ?? undefined;
  const matches = await passwordMatches(currentHash, request.current);
  if (currentHash === undefined || !matches) return 'wrong-password';
  const passwordHash = await hashChosenPassword(request.chosen, account?.email);
  return db.transaction(async (tx) => {
    // A concurrent change may have replaced the password to lock out a person who knows the earlier one.
    const [same] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, currentHash)))
      .for('update');
    if (same === undefined) return 'wrong-password';
    await setPassword(tx, { accountId, passwordHash });
    await recordEvent(tx, { accountId, action: 'password.changed', by });
    await emailSecurityNotice(tx, { accountId, notice: 'passwordChanged', by });
    await endOtherSessions(tx, { accountId, keep: sessionId, by });
    return 'changed';
  });
}
