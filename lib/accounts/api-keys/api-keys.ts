import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import { apiKeys } from '#drizzle/schema/api-keys';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { keyPrefix, type ApiKeyScope, type ApiMode } from '#lib/accounts/api-keys/api-key';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { letters, newId } from '#lib/ids/new-id';
import { Refusal, type FaultyParameters } from '#lib/refusal';
import * as faultTexts from '#messages/faults';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';

const randomPart = customAlphabet(letters, 32);
const maxNameLength = 100;

/** Returns the SHA-256 of a key in hexadecimal, the only form in which it is stored. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Returns the CRC-32 of a key's random part as six base-62 digits: rejects typos without a lookup. */
export function apiKeyChecksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let digit = 0; digit < 6; digit++) {
    digits = letters.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A request for a new key. */
export interface KeyRequest extends ActedBy {
  accountId: string;
  name: string;
  mode: ApiMode;
  scope: ApiKeyScope;
  /** When it expires; null for never. */
  expiresAt: Date | null;
}

/** Creates a key: `lh_live_` or `lh_test_`, 190 random bits, checksum; readable only now. Refuses bad name, expiry. */
export async function createApiKey(
  db: Db | Tx,
  { accountId, name, mode, scope, expiresAt, by }: KeyRequest,
): Promise<{ id: string; apiKey: string }> {
  const parameters = findFaults(name, expiresAt);
  if (Object.keys(parameters).length > 0) throw new Refusal({ kind: 'invalid-parameters', parameters });
  const random = randomPart();
  const apiKey = `${keyPrefix(mode)}${random}${apiKeyChecksum(random)}`;
  const id = newId();
  const lastFour = apiKey.slice(-4);
  const sha256 = hashApiKey(apiKey);
  const target = { id, name: name.trim() };
  await db.transaction(async (tx) => {
    await tx.insert(apiKeys).values({ ...target, accountId, mode, scope, expiresAt, sha256, lastFour });
    await recordEvent(tx, { accountId, action: 'api_key.created', by, target });
    // Only keys that an owner creates need a notice: an account's creator makes its first key.
    if (by?.kind === 'account') {
      await emailSecurityNotice(tx, { accountId, notice: 'apiKeyCreated', name: target.name, by });
    }
  });
  return { id, apiKey };
}

function findFaults(name: string, expiresAt: Date | null): FaultyParameters {
  const length = Array.from(name.trim()).length;
  const isName = length > 0 && length <= maxNameLength && !/[\p{Cc}\p{Cs}]/u.test(name);
  return {
    ...(!isName && { name: [faultTexts.keyNameLength({ max: maxNameLength })] }),
    ...(expiresAt !== null && expiresAt <= new Date() && { expires: [faultTexts.expiryInPast()] }),
  };
}

/** A key as shown to its owner, without the key itself. */
export type ListedKey = Omit<typeof apiKeys.$inferSelect, 'accountId' | 'sha256' | 'revokedAt'>;

/** Lists the account's keys that are not revoked, expired ones included, newest first. */
export async function listApiKeys(db: Db, { accountId }: { accountId: string }): Promise<ListedKey[]> {
  const { id, name, mode, scope, lastFour, createdAt, expiresAt, lastUsedAt } = apiKeys;
  return db
    .select({ id, name, mode, scope, lastFour, createdAt, expiresAt, lastUsedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(createdAt), desc(id));
}

/** Revokes a key of the account at once and permanently. Ignores an unknown or revoked key. */
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
