import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';

/** The token of a link that works once: 32 letters and digits, 190 random bits. */
export const newToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** The SHA-256 of a token in hexadecimal: all that is stored of it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
