import { and, desc, eq } from 'drizzle-orm';
import { passkeys } from '#drizzle/schema/passkeys';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** A passkey as shown to its owner. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Lists the passkeys of the account, newest first. */
export async function listPasskeys(db: Db, { accountId }: { accountId: string }): Promise<Passkey[]> {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(desc(createdAt), desc(id));
}

/** Removes a passkey. Ignores an unknown one and another account's. */
export async function removePasskey(
  db: Db,
  { accountId, passkeyId, by }: { accountId: string; passkeyId: string } & ActedBy,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [target] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId)))
      .returning({ id: passkeys.id, name: passkeys.name });
    if (target !== undefined) await recordEvent(tx, { accountId, action: 'passkey.deleted', by, target });
  });
}
