/** Cleans a name for storage and display: one line of at most `maxLength` visible characters. May be empty. */
export function cleanName(name: string, maxLength = 80): string {
  const clean = name
    .replaceAll(/\s+/gu, ' ')
    // Keeps U+FE0F, which selects emoji presentation. U+2800 is the blank Braille pattern.
    .replaceAll(/(?!\uFE0F)[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gu, '')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(clean)) return '';
  return Array.from(clean).slice(0, maxLength).join('').trim();
}
