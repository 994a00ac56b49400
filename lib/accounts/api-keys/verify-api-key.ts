import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { ApiKeyScope, ApiMode } from '#lib/accounts/api-keys/api-key';
import { apiKeyChecksum, hashApiKey } from '#lib/accounts/api-keys/create-api-key';
import type { Db } from '#lib/db/connect';
import { prepareQuery } from '#lib/db/prepare-query';
import { log } from '#lib/settings/log';

const shape = /^lh_(?:live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

const aMinuteAgo = sql`now() - interval '1 minute'`;

const findKey = prepareQuery((db) => {
  const { id, accountId, name, mode, scope, expiresAt } = apiKeys;
  const isUseToNote = sql<boolean>`coalesce(${apiKeys.lastUsedAt} < ${aMinuteAgo}, true)`;
  return db
    .select({ id, accountId, name, mode, scope, isUseToNote })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.sha256, sql.placeholder('sha256')),
        isNull(apiKeys.revokedAt),
        or(isNull(expiresAt), gt(expiresAt, sql`now()`)),
      ),
    )
    .prepare('find_api_key');
});

/** A key that works: whose it is, what it is called, and what it may do. */
export interface ValidKey {
  id: string;
  accountId: string;
  name: string;
  mode: ApiMode;
  scope: ApiKeyScope;
}

/**
 * A key's account, name, mode and scope; undefined for a malformed, unknown, expired or revoked key. The key's use is noted
 * once a minute at most, and nobody waits for that.
 */
export async function verifyApiKey(db: Db, apiKey: string): Promise<ValidKey | undefined> {
  const [, random, checksum] = shape.exec(apiKey) ?? [];
  if (random === undefined || apiKeyChecksum(random) !== checksum) return undefined;
  const [row] = await findKey(db).execute({ sha256: hashApiKey(apiKey) });
  if (row === undefined) return undefined;
  const { isUseToNote: isDue, ...key } = row;
  if (isDue) void noteUse(db, key.id);
  return key;
}

async function noteUse(db: Db, keyId: string): Promise<void> {
  try {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      // Of many requests at once the first one notes it.
      .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, aMinuteAgo))));
  } catch (error) {
    log().warn({ err: error, keyId }, 'recording API key use failed');
  }
}
