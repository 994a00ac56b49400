import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * Encrypts secrets that are needed in plain text again: AES-256-GCM, with a key per purpose derived from the
 * installation's secret by HKDF (RFC 5869). The database alone reveals nothing. The row's id is authenticated too, so a
 * sealed secret can't be moved to another row.
 */

const ivBytes = 12;
const tagBytes = 16;

/** The context of a sealed secret: its purpose and row. */
interface SealedRow {
  purpose: string;
  id: string;
}

/** Encrypts a text for storage: IV, authentication tag and ciphertext, in Base64url. */
export function seal(secret: string, { purpose, id, text }: SealedRow & { text: string }): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', getKey(secret, purpose), iv).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts a text; undefined if sealed with another secret, for another purpose or row, or modified. */
export function unseal(
  secret: string,
  { purpose, id, sealed }: SealedRow & { sealed: string },
): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', getKey(secret, purpose), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function getKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `longhand ${purpose}`, 32));
}
