import { invalidParameter, type Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

const maxLength = 80;

/** Letters of several scripts need the joiners U+200C and U+200D; no other invisible character belongs in a name. */
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;

/** Returns the name that others see: the chosen one, else the local part of the address. */
export function toDisplayName(email: string, chosen: string | null = null): string {
  return chosen ?? email.slice(0, email.lastIndexOf('@'));
}

/** Normalizes a display name to one line; null if empty. Refuses over 80 or invisible characters, mere punctuation. */
export function parseDisplayName(given: string): string | null {
  const name = given.replaceAll(/\s+/gu, ' ').trim();
  if (name === '') return null;
  if (Array.from(name).length > maxLength) throw refuse(faultTexts.displayNameTooLong({ max: maxLength }));
  if (invisible.test(name)) throw refuse(faultTexts.displayNameInvisible());
  if (!/[\p{L}\p{N}]/u.test(name)) throw refuse(faultTexts.displayNameNoLetter());
  return name;
}

function refuse(fault: string): Refusal {
  return invalidParameter('displayName', fault);
}
