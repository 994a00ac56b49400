import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import { apiKeys } from '#drizzle/schema/api-keys';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/new-id';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomPart = customAlphabet(letters, 32);

/** The SHA-256 of a key in hexadecimal: all that is stored of it. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Six base-62 digits of the CRC-32 of a key's random part, so that secret scanners and typing mistakes are told
 * from real keys without a look-up.
 */
export function apiKeyChecksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = letters.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Makes a key of the account: `lh_live_`, 32 random letters and digits (190 bits), a checksum of 6. The key is
 * returned this once and cannot be read again.
 */
export async function createApiKey(
  db: Db | Tx,
  { accountId, name }: { accountId: string; name: string },
): Promise<{ id: string; apiKey: string }> {
  const random = randomPart();
  const apiKey = `lh_live_${random}${apiKeyChecksum(random)}`;
  const id = newId();
  await db
    .insert(apiKeys)
    .values({ id, accountId, name, sha256: hashApiKey(apiKey), lastFour: apiKey.slice(-4) });
  return { id, apiKey };
}
