import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { letters } from '#lib/ids/new-id';

/** A new token of a link that opens something without a password: 32 letters and digits, 190 random bits. */
export const newToken = customAlphabet(letters, 32);

/** The SHA-256 of a token in hexadecimal: all that is stored of it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** True if a text has the shape of such a token, which no id has. */
export function isToken(text: string): boolean {
  return /^[0-9A-Za-z]{32}$/.test(text);
}
