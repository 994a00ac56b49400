import { oneTimeLinks } from '#drizzle/schema/one-time-links';
import { hashToken, newToken } from '#lib/ids/link-token';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';

const validForMs = 3600 * 1000;

/** A link for the browser, and when it ends. */
export interface OneTimeLink {
  /** Below the server's address. */
  path: string;
  validUntil: Date;
}

/** Makes a link that chooses a new password for the account, once, within an hour. It can't be read again. */
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
