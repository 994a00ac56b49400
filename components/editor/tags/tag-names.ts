import { cleanText } from '#lib/transcript/text/clean-text';

/** The suggested tags. Any other text can be a tag, too. */
export const tagNames = [
  'laughter',
  'inaudible',
  'crosstalk',
  'music',
  'applause',
  'silence',
  'foreign',
] as const;

/** The maximum length of a printed tag in UTF-16 units, also enforced by the server. */
export const maxTagLength = 100;

/** Formats a tag for print: `[laughter]`. Undefined if cleaning leaves nothing of the name. */
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

/** The names that start with the typed text, and the typed text as a name, most likely first. */
export function suggestTags(typed: string, names: readonly string[] = tagNames): string[] {
  const sought = typed.trim().toLowerCase();
  const found = names.filter((name) => name.toLowerCase().startsWith(sought));
  return found.some((name) => name.toLowerCase() === sought) ? found : [...found, typed.trim()];
}
