import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { invitationPath, invite } from '#lib/accounts/invite';
import type { OneTimeLink } from '#lib/accounts/passwords/create-reset-link';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { unseal } from '#lib/ids/seal';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { invalidParameter, Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** An invitation that can still be used. */
export interface PendingInvitation {
  id: string;
  /** The only address that it is good for; null where the guest may choose. */
  email: string | null;
  createdAt: Date;
  validUntil: Date;
  /** The path that accepts it; undefined if only its hash is known. */
  path: string | undefined;
}

/** Makes an invitation. Refuses who is no operator, an address that has an account, and what is no address. */
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

/** At most `limit` invitations that can still be used, newest first, those after the invitation `after`. Refuses who is no operator. */
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

/** Withdraws an invitation; one that has been used or withdrawn already is left as it is. Refuses who is no operator. */
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
