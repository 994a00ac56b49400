import { hash, verify } from '@node-rs/argon2';
import { customAlphabet } from 'nanoid';
import { Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** How many characters a password has at least. */
export const minPasswordLength = 8;

/** A random password without look-alike characters: 20 of 31, 99 bits. */
export const newPassword = customAlphabet('abcdefghijkmnpqrstuvwxyz23456789', 20);

/** The argon2id hash of a password, with the library's parameters (19 MiB, 2 passes: OWASP's first choice). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** As `hashPassword`, for a password that a person chose. Refuses one shorter than 8 characters. */
export async function hashChosenPassword(password: string): Promise<string> {
  if (password.length < minPasswordLength) {
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: { password: [faultTexts.passwordTooShort({ min: minPasswordLength })] },
    });
  }
  return hashPassword(password);
}

let hashOfNobody: Promise<string> | undefined;

/**
 * Whether a password is the one hashed. Give `undefined` for an account that does not exist: the answer is no
 * and takes as long, so that the time does not tell.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  hashOfNobody ??= hash(newPassword());
  const matches = await verify(passwordHash ?? (await hashOfNobody), password);
  return passwordHash !== undefined && matches;
}
