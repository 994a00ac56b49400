import { and, eq, isNull, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { Db } from '#lib/db/connect';

/** Revokes a key of the account at once and permanently. One that is unknown or revoked already is left as it is. */
export async function revokeApiKey(
  db: Db,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
}
