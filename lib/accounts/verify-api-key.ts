import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import { apiKeyChecksum, hashApiKey } from '#lib/accounts/create-api-key';
import type { Db } from '#lib/db/connect';

const shape = /^lh_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A key's id and the account that it belongs to; undefined for a malformed, unknown or revoked key. */
export async function verifyApiKey(
  db: Db,
  apiKey: string,
): Promise<{ id: string; accountId: string } | undefined> {
  const [, random, checksum] = shape.exec(apiKey) ?? [];
  if (random === undefined || apiKeyChecksum(random) !== checksum) return undefined;
  const [row] = await db
    .select({ id: apiKeys.id, accountId: apiKeys.accountId })
    .from(apiKeys)
    .where(and(eq(apiKeys.sha256, hashApiKey(apiKey)), isNull(apiKeys.revokedAt)));
  return row;
}
