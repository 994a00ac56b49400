import { and, eq, gt, sql } from 'drizzle-orm';
import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { lookUpAccount } from '#lib/accounts/find-account';
import type { OneTimeLink } from '#lib/accounts/passwords/reset-password';
import { parseEmail } from '#lib/accounts/insert-account';
import { hashToken, newToken } from '#lib/ids/link-token';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { seal } from '#lib/ids/seal';
import { Refusal } from '#lib/refusal';

const validForMs = 7 * 24 * 3600 * 1000;

/** An invitation for one email address, or for any if null. */
export interface Invitation {
  email: string | null;
}

/** Creates an invitation link, valid for 7 days, for this address if given. Refuses `email-taken` and bad addresses. */
export async function invite(
  db: Db,
  { email, by }: { email: string | undefined } & ActedBy,
  secret?: string,
): Promise<OneTimeLink> {
  if (email !== undefined && (await lookUpAccount(db, { email: parseEmail(email) })) !== undefined) {
    throw new Refusal({ kind: 'email-taken', email });
  }
  const token = newToken();
  const validUntil = new Date(Date.now() + validForMs);
  const id = newId();
  const sealedToken = secret === undefined ? null : seal(secret, { purpose: 'invitation', id, text: token });
  await db.transaction(async (tx) => {
    await tx.insert(oneTimeLinks).values({
      id,
      kind: 'invitation',
      email: email ?? null,
      sha256: hashToken(token),
      sealedToken,
      validUntil,
    });
    // A visitor requested the link to sign up: the address must not outlive it in the log.
    if (by === undefined) return;
    const target = { id, name: email ?? null };
    await recordEvent(tx, { accountId: null, action: 'invitation.created', by, target });
  });
  return { path: invitationPath(token), validUntil };
}

/** Returns the path that accepts an invitation. */
export function invitationPath(token: string): string {
  return `/sign-up?invitation=${token}`;
}

/** Reads an invitation; undefined once it has been used or has expired. */
export async function readInvitation(db: Db, { token }: { token: string }): Promise<Invitation | undefined> {
  const [found] = await db.select({ email: oneTimeLinks.email }).from(oneTimeLinks).where(usable(token));
  return found;
}

/** Uses up an invitation. Rolling back the transaction restores it. */
export async function takeInvitation(tx: Tx, { token }: { token: string }): Promise<Invitation | undefined> {
  const [used] = await tx.delete(oneTimeLinks).where(usable(token)).returning({ email: oneTimeLinks.email });
  return used;
}

function usable(token: string) {
  return and(
    eq(oneTimeLinks.kind, 'invitation'),
    eq(oneTimeLinks.sha256, hashToken(token)),
    gt(oneTimeLinks.validUntil, sql`now()`),
  );
}
