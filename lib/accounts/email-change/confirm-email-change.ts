import { and, eq, gt, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { emailChanges } from '#drizzle/schema/email-changes';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { hashToken } from '#lib/ids/link-token';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** A link to confirm an address, opened by this account. */
interface OpenedLink extends ActedBy {
  accountId: string;
  token: string;
}

/** The address that the link confirms; undefined once it was used or has expired, and for any other account. */
export async function readEmailChangeLink(db: Db, link: OpenedLink): Promise<{ email: string } | undefined> {
  const [found] = await db.select({ email: emailChanges.email }).from(emailChanges).where(usable(link));
  return found;
}

/** Confirms the new address, which ends reset links to the old one. Answers `link-unusable` or `email-unusable`. */
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
