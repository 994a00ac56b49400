import { and, eq, isNull, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** Revokes a key of the account at once and permanently. One that is unknown or revoked already is left as it is. */
export async function revokeApiKey(
  db: Db,
  { accountId, keyId, by }: { accountId: string; keyId: string } & ActedBy,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [target] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id, name: apiKeys.name });
    if (target !== undefined) await recordEvent(tx, { accountId, action: 'api_key.revoked', by, target });
  });
}
