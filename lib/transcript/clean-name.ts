/**
 * A person's or a link's name as it is kept and shown: on one line, without control characters, halves of characters and the
 * marks that turn the direction of what follows; `maxLength` characters at most. May be empty.
 */
export function cleanName(name: string, maxLength = 80): string {
  const clean = name
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu, '')
    .trim();
  return Array.from(clean).slice(0, maxLength).join('').trim();
}
