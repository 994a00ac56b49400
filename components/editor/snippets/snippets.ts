import { cleanText } from '#lib/transcript/text/clean-text';

/** Snippet texts by abbreviation. */
export type Snippets = Readonly<Record<string, string>>;

/** The maximum lengths of an abbreviation and its text, and the maximum number of snippets per person. */
export const maxAbbreviation = 24;
export const maxText = 200;
export const maxSnippets = 60;

/** Removes whitespace, so that the abbreviation can be typed. */
export const cleanAbbreviation = (typed: string): string => cleanText(typed).replace(/\s+/gu, '');

/** Parses stored snippets and drops invalid ones. */
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

/** The characters that end an abbreviation: whitespace, and punctuation after a word. */
const ending = /^[\s.,:;!?…)\]"'’”»]$/u;

/** True if typing this expands an abbreviation before it. */
export const isEnding = (typed: string): boolean => ending.test(typed);

/** The longest abbreviation that a text ends with, as a whole word. */
export function findAbbreviation(before: string, snippets: Snippets): string | undefined {
  const found = Object.keys(snippets).filter((abbreviation) => {
    if (!before.endsWith(abbreviation)) return false;
    const ahead = before.slice(0, before.length - abbreviation.length);
    return ahead === '' || /[\s\ufffc([{"'‘“„‚«–—/-]$/u.test(ahead);
  });
  return found.toSorted((a, b) => b.length - a.length)[0];
}
