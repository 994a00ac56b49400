import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * A link's token, encrypted at rest so that who made the link can copy it again: AES-256-GCM under a key for this kind of
 * link, derived from the installation's secret by HKDF (RFC 5869). The database alone opens nothing. The link's id is
 * authenticated with it: a sealed token is worth nothing in another row.
 */

const ivBytes = 12;
const tagBytes = 16;

/** What a link is for. */
export type LinkPurpose = 'share link' | 'invitation';

/** The token as it is stored: IV, authentication tag and ciphertext, in Base64url. */
export function sealToken(
  secret: string,
  { purpose, id, token }: { purpose: LinkPurpose; id: string; token: string },
): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', getKey(secret, purpose), iv).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The token of a link; undefined for one that was sealed under another secret, for another link or purpose, or was changed. */
export function openToken(
  secret: string,
  { purpose, id, sealed }: { purpose: LinkPurpose; id: string; sealed: string },
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

function getKey(secret: string, purpose: LinkPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `longhand ${purpose}`, 32));
}
