import { and, eq, gt, isNull, lt, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { ApiKeyScope, ApiMode } from '#lib/accounts/api-keys/api-key';
import { apiKeyChecksum, hashApiKey } from '#lib/accounts/api-keys/api-keys';
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

/** Matches the row of `api_keys` with this hash if the key is neither revoked nor expired. */
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

/** A valid key: its account, name, mode and scope. */
export interface ValidKey {
  id: string;
  accountId: string;
  name: string;
  mode: ApiMode;
  scope: ApiKeyScope;
}

/** A key as read from the database. `isUseToNote` is true if its last use was noted over a minute ago. */
export interface FoundKey extends ValidKey {
  isUseToNote: boolean;
}

/** Finds the valid key with this SHA-256 in hexadecimal. */
export async function findApiKey(db: Db, sha256: string): Promise<{ key: FoundKey } | undefined> {
  const [key] = await findKey(db).execute({ sha256 });
  return key && { key };
}

/**
 * Returns the key's account, name, mode and scope, with what else `find` reads for its hash in the same query;
 * undefined for a malformed, unknown, expired or revoked key. Notes the key's use in the background, at most once a
 * minute.
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
      // Of concurrent requests, only the first one notes the use.
      .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, aMinuteAgo))));
  } catch (error) {
    log().warn({ err: error, keyId }, 'recording API key use failed');
  }
}
