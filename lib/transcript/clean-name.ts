/** A name as stored and shown: one line of at most `maxLength` visible characters. May be empty. */
export function cleanName(name: string, maxLength = 80): string {
  const clean = name
    .replaceAll(/\s+/gu, ' ')
    // U+FE0F shows a sign as a picture; U+2800 is a blank of Braille.
    .replaceAll(/(?!\uFE0F)[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gu, '')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(clean)) return '';
  return Array.from(clean).slice(0, maxLength).join('').trim();
}
