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
import { lookUpAccount } from '#lib/accounts/find-account';
import { hashToken, newToken } from '#lib/ids/link-token';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';

/** Lifetime of a confirmation link. */
export const emailChangeHours = 24;

/** Time until sending is given up: by then, nobody waits for the email. */
const triesForMs = 3600 * 1000;

/** Stores the wanted address, emails it a link, and the current one a notice. Refuses bad addresses and its own. */
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

/** Reads the address that the account wants and has not confirmed; undefined without one. */
export async function readEmailChange(
  db: Db,
  { accountId }: { accountId: string },
): Promise<{ email: string } | undefined> {
  const [found] = await db.select({ email: emailChanges.email }).from(emailChanges).where(pending(accountId));
  return found;
}

/** Emails another link, which invalidates the previous one. Returns `none` when no change is pending. */
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

/** Cancels a pending change of address and invalidates its link. */
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

/** A link that confirms the wanted address, or that another account has that address. */
type EmailChangeLink = { to: string } & ({ path: string } | { isTaken: true });

/** Creates the link that confirms the wanted address, replacing earlier ones; undefined if no change is pending. */
export async function createEmailChangeLink(
  db: Db,
  { accountId }: { accountId: string },
): Promise<EmailChangeLink | undefined> {
  const isPending = and(eq(emailChanges.accountId, accountId), gt(emailChanges.validUntil, sql`now()`));
  const [wanted] = await db.select({ email: emailChanges.email }).from(emailChanges).where(isPending);
  if (wanted === undefined) return undefined;
  const owner = await lookUpAccount(db, wanted);
  if (owner !== undefined && owner.id !== accountId) return { to: wanted.email, isTaken: true };
  const token = newToken();
  const sealed = await db
    .update(emailChanges)
    .set({ sha256: hashToken(token) })
    .where(and(isPending, eq(emailChanges.email, wanted.email)))
    .returning({ accountId: emailChanges.accountId });
  return sealed.length === 0 ? undefined : { to: wanted.email, path: `/confirm-email?token=${token}` };
}

/** A confirmation link, opened by this account. */
interface OpenedLink extends ActedBy {
  accountId: string;
  token: string;
}

/** Reads the address that the link confirms; undefined once it was used or has expired, and for any other account. */
export async function readEmailChangeLink(db: Db, link: OpenedLink): Promise<{ email: string } | undefined> {
  const [found] = await db.select({ email: emailChanges.email }).from(emailChanges).where(usable(link));
  return found;
}

/** Confirms the new address and invalidates reset links to the old one. Returns `link-unusable` or `email-unusable`. */
export async function confirmEmailChange(
  db: Db,
  link: OpenedLink,
): Promise<'changed' | 'link-unusable' | 'email-unusable'> {
  const { accountId, by } = link;
  try {
    return await db.transaction(async (tx) => {
      const [used] = await tx
        .delete(emailChanges)
        .where(usable(link))
        .returning({ email: emailChanges.email });
      if (used === undefined) return 'link-unusable';
      const [before] = await tx
        .select({ email: accounts.email })
        .from(accounts)
        .where(eq(accounts.id, accountId));
      await tx
        .update(accounts)
        .set({ email: used.email, emailConfirmed: true })
        .where(eq(accounts.id, accountId));
      await tx
        .delete(oneTimeLinks)
        .where(and(eq(oneTimeLinks.accountId, accountId), eq(oneTimeLinks.kind, 'reset')));
      const target = { name: used.email };
      const details = before && { previous: before.email };
      await recordEvent(tx, { accountId, action: 'email.changed', by, target, details });
      return 'changed';
    });
  } catch (error) {
    if (isTaken(error)) return 'email-unusable';
    throw error;
  }
}

function usable({ accountId, token }: OpenedLink) {
  return and(
    eq(emailChanges.accountId, accountId),
    eq(emailChanges.sha256, hashToken(token)),
    gt(emailChanges.validUntil, sql`now()`),
  );
}

/** PostgreSQL's unique_violation. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
