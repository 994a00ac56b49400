import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { invitationPath, invite } from '#lib/accounts/invite';
import type { OneTimeLink } from '#lib/accounts/passwords/reset-password';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { unseal } from '#lib/ids/seal';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { invalidParameter, Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** An invitation that is still valid. */
export interface PendingInvitation {
  id: string;
  /** The address it is limited to; null for any. */
  email: string | null;
  createdAt: Date;
  validUntil: Date;
  /** The path that accepts it; undefined if only its hash is stored. */
  path: string | undefined;
}

/** Creates an invitation. Refuses non-operators, invalid addresses and those with an account. */
export async function createInvitation(
  db: Db,
  { email, ...operator }: Operator & { email: string | undefined },
  secret: string,
): Promise<OneTimeLink> {
  const by = await requireOperator(db, operator);
  try {
    return await invite(db, { email, by }, secret);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason.kind !== 'email-taken') throw error;
    const { email: taken } = error.reason;
    throw invalidParameter('email', faultTexts.emailTaken({ email: taken }));
  }
}

/** Lists up to `limit` valid invitations, newest first, after the invitation `after`. Refuses non-operators. */
export async function listInvitations(
  db: Db,
  { operatorId, after, limit }: Operator & { after?: string | undefined; limit: number },
  secret: string,
): Promise<PendingInvitation[]> {
  await requireOperator(db, { operatorId });
  const { id, email, createdAt, validUntil, sealedToken } = oneTimeLinks;
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${createdAt}, ${id}) < (select l.created_at, l.id from ${oneTimeLinks} l where l.id = ${after})`;
  const links = await db
    .select({ id, email, createdAt, validUntil, sealedToken })
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.kind, 'invitation'), gt(validUntil, sql`now()`), isAfter))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return links.map(({ sealedToken: sealed, ...link }) => {
    const token =
      sealed === null ? undefined : unseal(secret, { purpose: 'invitation', id: link.id, sealed });
    return { ...link, path: token === undefined ? undefined : invitationPath(token) };
  });
}

/** Withdraws an invitation; ignores a used or withdrawn one. Refuses non-operators. */
export async function withdrawInvitation(
  db: Db,
  { invitationId, ...operator }: Operator & { invitationId: string },
): Promise<void> {
  const by = await requireOperator(db, operator);
  await db.transaction(async (tx) => {
    const [target] = await tx
      .delete(oneTimeLinks)
      .where(and(eq(oneTimeLinks.kind, 'invitation'), eq(oneTimeLinks.id, invitationId)))
      .returning({ id: oneTimeLinks.id, name: oneTimeLinks.email });
    if (target !== undefined)
      await recordEvent(tx, { accountId: null, action: 'invitation.withdrawn', by, target });
  });
}
