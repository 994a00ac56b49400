import { hash, verify } from '@node-rs/argon2';
import { customAlphabet } from 'nanoid';
import { isCommonPassword } from '#lib/accounts/passwords/common-passwords';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** Minimum length in characters. */
export const minPasswordLength = 8;

/** Generates a random password without look-alike characters: 20 of 31, 99 bits. */
export const newPassword = customAlphabet('abcdefghijkmnpqrstuvwxyz23456789', 20);

const separator = /[.\-_+@\s]/g;

/** Returns the argon2id hash of a password, with the library's parameters (19 MiB, 2 passes: OWASP's first choice). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Hashes a chosen password. Refuses fewer than 8 characters, only blanks, a common password and the email address. */
export async function hashChosenPassword(password: string, email = ''): Promise<string> {
  const fault = findPasswordFault(password, email);
  if (fault !== undefined) {
    throw invalidParameter('password', fault);
  }
  return hashPassword(password);
}

function findPasswordFault(password: string, email: string): string | undefined {
  // A character outside the Basic Multilingual Plane counts once.
  if (Array.from(password).length < minPasswordLength) {
    return faultTexts.passwordTooShort({ min: minPasswordLength });
  }
  if (/^[\s\p{Z}\p{C}]*$/u.test(password)) return faultTexts.passwordBlank();
  if (isOwnEmail(password, email)) return faultTexts.passwordIsEmail();
  return isCommonPassword(password) ? faultTexts.passwordCommon() : undefined;
}

let hashOfNobody: Promise<string> | undefined;

/** True if a password matches the hash. Without a hash (no account), takes as long and returns false. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  hashOfNobody ??= hash(newPassword());
  const matches = await verify(passwordHash ?? (await hashOfNobody), password);
  return passwordHash !== undefined && matches;
}

/** True if a password is the email address or its local part, also without dots or `+tag`, or with digits added. */
export function isOwnEmail(password: string, email: string): boolean {
  const given = foldCase(password);
  const address = foldCase(email.trim());
  const local = address.slice(0, address.lastIndexOf('@'));
  const untagged = local.split('+', 1)[0] ?? local;
  const withoutDigits = untagged.replace(/\d+$/, '');
  const parts = [address, address.replaceAll(separator, ''), local, untagged];
  // An attacker who knows `ann1990` also tries `ann2024`.
  if (/\p{L}{3}/u.test(withoutDigits)) parts.push(withoutDigits);
  return [...parts, ...parts.map((part) => part.replaceAll(separator, ''))]
    .filter((part) => part !== '')
    .some((part) => [given, given.replaceAll(separator, '')].some((text) => isPadded(text, part)));
}

/** True if a text repeats this part, once or more, and has no other letters. */
function isPadded(text: string, part: string): boolean {
  return text.includes(part) && !/\p{L}/u.test(text.replaceAll(part, ''));
}

function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
