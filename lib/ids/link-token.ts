import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { letters } from '#lib/ids/new-id';

/** Creates a token for a link that needs no password: 32 letters and digits, 190 random bits. */
export const newToken = customAlphabet(letters, 32);

/** Returns the SHA-256 of a token in hexadecimal, the only form in which it is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** True if a text has the format of a token, which no id has. */
export function isToken(text: string): boolean {
  return /^[0-9A-Za-z]{32}$/.test(text);
}
