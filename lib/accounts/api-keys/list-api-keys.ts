import { and, desc, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { Db } from '#lib/db/connect';

/** A key as its owner sees it: everything but the key. */
export type ListedKey = Omit<typeof apiKeys.$inferSelect, 'accountId' | 'sha256' | 'revokedAt'>;

/** The account's keys that are not revoked, expired ones among them, newest first. */
export async function listApiKeys(db: Db, { accountId }: { accountId: string }): Promise<ListedKey[]> {
  const { id, name, mode, scope, lastFour, createdAt, expiresAt, lastUsedAt } = apiKeys;
  return db
    .select({ id, name, mode, scope, lastFour, createdAt, expiresAt, lastUsedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(createdAt), desc(id));
}
