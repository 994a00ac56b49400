import { and, eq, gt, isNull, lt, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { ApiKeyScope, ApiMode } from '#lib/accounts/api-keys/api-key';
import { apiKeyChecksum, hashApiKey } from '#lib/accounts/api-keys/create-api-key';
import type { Db } from '#lib/db/connect';
import { prepareQuery } from '#lib/db/prepare-query';
import { log } from '#lib/settings/log';

const shape = /^lh_(?:live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

const aMinuteAgo = sql`now() - interval '1 minute'`;

const { id, accountId, name, mode, scope, expiresAt } = apiKeys;

/** The columns that every check of a key reads. */
export const apiKeyColumns = {
  ...{ id, accountId, name, mode, scope },
  isUseToNote: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < ${aMinuteAgo}, true)`,
};

/** The condition that a row of `api_keys` is the key with this hash, and that it works. */
export function isValidApiKey(sha256: string | Placeholder): SQL | undefined {
  const isInTime = or(isNull(expiresAt), gt(expiresAt, sql`now()`));
  return and(eq(apiKeys.sha256, sha256), isNull(apiKeys.revokedAt), isInTime);
}

const findKey = prepareQuery((db) =>
  db
    .select(apiKeyColumns)
    .from(apiKeys)
    .where(isValidApiKey(sql.placeholder('sha256')))
    .prepare('find_api_key'),
);

/** A key that works: whose it is, what it is called, and what it may do. */
export interface ValidKey {
  id: string;
  accountId: string;
  name: string;
  mode: ApiMode;
  scope: ApiKeyScope;
}

/** A key as it was found: with whether its use is to be noted. */
export interface FoundKey extends ValidKey {
  isUseToNote: boolean;
}

/** The key that works and has this SHA-256 in hexadecimal. */
export async function findApiKey(db: Db, sha256: string): Promise<{ key: FoundKey } | undefined> {
  const [key] = await findKey(db).execute({ sha256 });
  return key && { key };
}

/**
 * The key's account, name, mode and scope, with what else `find` finds for its hash in the same query; undefined for a
 * malformed, unknown, expired or revoked key. Its use is noted once a minute at most, and nobody waits for that.
 */
export async function verifyApiKey<Found>(
  db: Db,
  apiKey: string,
  find: (sha256: string) => Promise<(Found & { key: FoundKey }) | undefined>,
): Promise<(Found & { key: ValidKey }) | undefined> {
  const [, random, checksum] = shape.exec(apiKey) ?? [];
  if (random === undefined || apiKeyChecksum(random) !== checksum) return undefined;
  const found = await find(hashApiKey(apiKey));
  if (found === undefined) return undefined;
  const { isUseToNote, ...key } = found.key;
  if (isUseToNote) void noteUse(db, key.id);
  return { ...found, key };
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
