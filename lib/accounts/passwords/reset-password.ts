import { and, eq, gt, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { endSessions } from '#lib/accounts/sessions/end-sessions';
import { hashToken, newToken } from '#lib/ids/link-token';
import { hashChosenPassword } from '#lib/accounts/passwords/passwords';
import { setPassword } from '#lib/accounts/passwords/stored-password';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';

/** Reads the email address of a reset link's account; undefined once the link was used or has expired. */
export async function readResetLink(
  db: Db,
  { token }: { token: string },
): Promise<{ email: string } | undefined> {
  const [found] = await db
    .select({ email: accounts.email })
    .from(oneTimeLinks)
    .innerJoin(accounts, eq(accounts.id, oneTimeLinks.accountId))
    .where(usable(token));
  return found;
}

/** Sets a password by a link, ends all sessions; `link-unusable` changes nothing. Refuses like `hashChosenPassword`. */
export async function resetPassword(
  db: Db,
  { token, chosen, by }: { token: string; chosen: string } & ActedBy,
): Promise<'changed' | 'link-unusable'> {
  const found = await readResetLink(db, { token });
  if (found === undefined) return 'link-unusable';
  const passwordHash = await hashChosenPassword(chosen, found.email);
  return db.transaction(async (tx) => {
    const [link] = await tx
      .delete(oneTimeLinks)
      .where(usable(token))
      .returning({ accountId: oneTimeLinks.accountId });
    const accountId = link?.accountId;
    if (accountId === undefined || accountId === null) return 'link-unusable';
    await setPassword(tx, { accountId, passwordHash });
    // The holder of the link reads the account's mail, or got it from the operator.
    await tx.update(accounts).set({ emailConfirmed: true }).where(eq(accounts.id, accountId));
    await recordEvent(tx, { accountId, action: 'password.reset', by });
    await emailSecurityNotice(tx, { accountId, notice: 'passwordReset', by });
    await endSessions(tx, { accountId, by });
    return 'changed';
  });
}

function usable(token: string) {
  return and(
    eq(oneTimeLinks.kind, 'reset'),
    eq(oneTimeLinks.sha256, hashToken(token)),
    gt(oneTimeLinks.validUntil, sql`now()`),
  );
}

const validForMs = 3600 * 1000;

/** A path for the browser, and when it expires. */
export interface OneTimeLink {
  /** Relative to the server's address. */
  path: string;
  validUntil: Date;
}

/** Creates a link that sets a new password for the account, once, within an hour. Never readable again. */
export async function createResetLink(
  db: Db,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<OneTimeLink> {
  const token = newToken();
  const validUntil = new Date(Date.now() + validForMs);
  await db.transaction(async (tx) => {
    await tx
      .insert(oneTimeLinks)
      .values({ id: newId(), kind: 'reset', accountId, sha256: hashToken(token), validUntil });
    await recordEvent(tx, { accountId, action: 'reset_link.created', by });
  });
  return { path: `/reset-password?token=${token}`, validUntil };
}
