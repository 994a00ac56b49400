import { cleanText } from '#lib/transcript/text/clean-text';

/** Texts by the abbreviation that is typed for them. */
export type Snippets = Readonly<Record<string, string>>;

/** The most characters that an abbreviation and its text may have, and the most snippets of a person. */
export const maxAbbreviation = 24;
export const maxText = 200;
export const maxSnippets = 60;

/** An abbreviation as it can be typed: without blanks. */
export const cleanAbbreviation = (typed: string): string => cleanText(typed).replace(/\s+/gu, '');

/** The snippets that were kept, as far as they are possible. */
export function parseSnippets(given: unknown): Snippets {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  const possible = Object.entries(given).filter(
    (entry): entry is [string, string] =>
      isPossible(entry[0], maxAbbreviation) &&
      cleanAbbreviation(entry[0]) === entry[0] &&
      typeof entry[1] === 'string' &&
      isPossible(entry[1].trim(), maxText),
  );
  return Object.fromEntries(possible.slice(0, maxSnippets));
}

const isPossible = (text: string, max: number): boolean => text.length > 0 && text.length <= max;

/** An abbreviation ends with a blank or a mark that ends a word. */
const ending = /^[\s.,:;!?…)\]"'’”»]$/u;

/** True if typing this expands an abbreviation before it. */
export const isEnding = (typed: string): boolean => ending.test(typed);

/** The abbreviation that a text ends with, as a word of its own; of several the longest. */
export function findAbbreviation(before: string, snippets: Snippets): string | undefined {
  const found = Object.keys(snippets).filter((abbreviation) => {
    if (!before.endsWith(abbreviation)) return false;
    const ahead = before.slice(0, before.length - abbreviation.length);
    return ahead === '' || /[\s\ufffc([{"'‘“„‚«–—/-]$/u.test(ahead);
  });
  return found.toSorted((a, b) => b.length - a.length)[0];
}
