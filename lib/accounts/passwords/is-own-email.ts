/**
 * True if a password is the account's own email address, or what is before its @, in any case: also without its dots and its
 * `+tag`, and with digits or signs added.
 */
export function isOwnEmail(password: string, email: string): boolean {
  const given = fold(password);
  const address = fold(email.trim());
  const local = address.slice(0, address.lastIndexOf('@'));
  const untagged = local.split('+', 1)[0] ?? local;
  const withoutDigits = untagged.replace(/\d+$/, '');
  const parts = [address, address.replaceAll(separator, ''), local, untagged];
  // `ann1990` and `ann2024` are the same to who guesses.
  if (/\p{L}{3}/u.test(withoutDigits)) parts.push(withoutDigits);
  return [...parts, ...parts.map((part) => part.replaceAll(separator, ''))]
    .filter((part) => part !== '')
    .some((part) => [given, given.replaceAll(separator, '')].some((text) => isPadded(text, part)));
}

const separator = /[.\-_+@\s]/g;

/** True if a text is this part, once or more, and beside it no letter. */
function isPadded(text: string, part: string): boolean {
  return text.includes(part) && !/\p{L}/u.test(text.replaceAll(part, ''));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
