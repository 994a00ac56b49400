/** The most UTF-16 units that a speaker's name may have; the server takes no longer one. */
export const maxNameLength = 200;

// Marks that turn the direction of what follows, names and page alike. Those for one letter stay: Arabic needs them.
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A name as it was typed or pasted, without what does harm in a page or a document, cut to its longest length. */
export function cleanName(typed: string): string {
  const clean = typed.replace(/\s/gu, ' ').replace(unwanted, '').replace(/ +/gu, ' ').trim();
  if (clean.length <= maxNameLength) return clean;
  let cut = '';
  for (const character of clean) {
    if (cut.length + character.length > maxNameLength) break;
    cut += character;
  }
  return cut.trim();
}
