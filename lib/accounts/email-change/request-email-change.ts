import { and, eq, gt, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { emailChanges } from '#drizzle/schema/email-changes';
import { parseEmail } from '#lib/accounts/insert-account';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { emailChangeNotice } from '#lib/mail/email-templates';
import { getLocale } from '#lib/messages/locale';
import { withLocale } from '#lib/messages/with-locale';
import { enqueue } from '#lib/queue/enqueue';
import { invalidParameter } from '#lib/refusal';
import { env } from '#lib/settings/env';
import * as faultTexts from '#messages/faults';

/** Lifetime of a confirmation link. */
export const emailChangeHours = 24;

/** After that, nobody waits for the email. */
const triesForMs = 3600 * 1000;

/** Stores the wanted address, mails a link there and a notice to the current one. Refuses bad addresses and its own. */
export async function requestEmailChange(
  db: Db,
  { accountId, email: given, by }: { accountId: string; email: string } & ActedBy,
): Promise<void> {
  const email = parseEmail(given.trim());
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: accounts.email, language: accounts.language })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    if (account === undefined) throw new Error("email change requested for an account that doesn't exist");
    if (account.email === email) {
      throw invalidParameter('email', faultTexts.emailUnchanged());
    }
    const wanted = { email, sha256: null, validUntil: inHours(emailChangeHours) };
    await tx
      .insert(emailChanges)
      .values({ accountId, ...wanted })
      .onConflictDoUpdate({ target: emailChanges.accountId, set: { ...wanted, createdAt: sql`now()` } });
    await recordEvent(tx, { accountId, action: 'email.change_requested', by, target: { name: email } });
    await enqueueLink(tx, accountId);
    const notice = withLocale(account.language ?? getLocale(), () =>
      emailChangeNotice({ to: account.email, newEmail: email, baseUrl: env().baseUrl }),
    );
    await enqueue(tx, 'send-mail', { ...notice, giveUpAt: giveUpAt() });
  });
}

/** The address that the account wants and has not confirmed; undefined without one. */
export async function readEmailChange(
  db: Db,
  { accountId }: { accountId: string },
): Promise<{ email: string } | undefined> {
  const [found] = await db.select({ email: emailChanges.email }).from(emailChanges).where(pending(accountId));
  return found;
}

/** Mails another link, which ends the one before. Answers `none` when no change is pending any more. */
export async function resendEmailChange(
  db: Db,
  { accountId }: { accountId: string },
): Promise<'sent' | 'none'> {
  return db.transaction(async (tx) => {
    const renewed = await tx
      .update(emailChanges)
      .set({ sha256: null, validUntil: inHours(emailChangeHours) })
      .where(pending(accountId))
      .returning({ accountId: emailChanges.accountId });
    if (renewed.length === 0) return 'none';
    await enqueueLink(tx, accountId);
    return 'sent';
  });
}

/** Forgets the address that the account wants: a link that was mailed works no more. */
export async function cancelEmailChange(db: Db | Tx, { accountId }: { accountId: string }): Promise<void> {
  await db.delete(emailChanges).where(eq(emailChanges.accountId, accountId));
}

function pending(accountId: string) {
  return and(eq(emailChanges.accountId, accountId), gt(emailChanges.validUntil, sql`now()`));
}

function enqueueLink(tx: Tx, accountId: string): Promise<void> {
  return enqueue(tx, 'mail-email-change', { accountId, locale: getLocale(), giveUpAt: giveUpAt() });
}

function giveUpAt(): string {
  return new Date(Date.now() + triesForMs).toISOString();
}

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 3600_000);
}
