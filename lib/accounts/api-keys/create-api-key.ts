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

const randomPart = customAlphabet(letters, 32);
const maxNameLength = 100;

/** The SHA-256 of a key in hexadecimal: all that is stored of it. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Six base-62 digits of the CRC-32 of a key's random part: tells real keys from typos without a look-up. */
export function apiKeyChecksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let digit = 0; digit < 6; digit++) {
    digits = letters.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A key that is asked for. */
export interface KeyRequest extends ActedBy {
  accountId: string;
  name: string;
  mode: ApiMode;
  scope: ApiKeyScope;
  /** When it expires; null for never. */
  expiresAt: Date | null;
}

/** Makes a key: `lh_live_` or `lh_test_`, 190 random bits, a checksum. Readable only now. Refuses bad names and expiries. */
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
    // The creator of a new account makes its first key.
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
