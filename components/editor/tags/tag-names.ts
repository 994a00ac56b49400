import { cleanText } from '#lib/transcript/text/clean-text';

/** The tags that are offered; any other text may be one too. */
export const tagNames = [
  'laughter',
  'inaudible',
  'crosstalk',
  'music',
  'applause',
  'silence',
  'foreign',
] as const;

/** The most UTF-16 units that a printed tag may have; the server takes no longer one. */
export const maxTagLength = 100;

/** A tag as it is printed: `[laughter]`. Undefined where nothing is left of the name. */
export function printedTag(typed: string): string | undefined {
  const name = cleanText(typed)
    .replace(/[[\]\ufffc\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  let cut = '';
  for (const character of name) {
    if (cut.length + character.length > maxTagLength - 2) break;
    cut += character;
  }
  return cut === '' ? undefined : `[${cut.trimEnd()}]`;
}

/** The name of a printed tag, without its brackets. */
export const getTagName = (tag: string): string => tag.replace(/^[[<]|[\]>]$/gu, '');

/** The names that begin as was typed, and what was typed as a name of its own; the likeliest first. */
export function suggestTags(typed: string, names: readonly string[] = tagNames): string[] {
  const sought = typed.trim().toLowerCase();
  const found = names.filter((name) => name.toLowerCase().startsWith(sought));
  return found.some((name) => name.toLowerCase() === sought) ? found : [...found, typed.trim()];
}
