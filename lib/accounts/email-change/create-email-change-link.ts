import { and, eq, gt, sql } from 'drizzle-orm';
import { emailChanges } from '#drizzle/schema/email-changes';
import { lookUpAccount } from '#lib/accounts/find-account';
import { hashToken, newToken } from '#lib/ids/link-token';
import type { Db } from '#lib/db/connect';

/** The address that an account wants: where its link leads to, or that another account has it. */
export type EmailChangeLink = { to: string } & ({ path: string } | { isTaken: true });

/** Makes the link that confirms the wanted address, and ends earlier ones; undefined if none is wanted any more. */
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
