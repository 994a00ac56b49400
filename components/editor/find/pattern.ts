import { unspacedCharacter } from '#lib/transcript/unspaced-scripts';

/** The search query. */
export interface Query {
  text: string;
  matchCase: boolean;
  wholeWord: boolean;
  isPattern: boolean;
}

/** The most UTF-16 units that are sought at once. */
export const maxQueryLength = 1000;

/** A query as a regular expression, or why it is none. An empty query has neither. */
export type Compiled = { expression: RegExp } | { error: string } | undefined;

/** Makes a query's regular expression. Whatever the case, letters of every script are folded as Unicode does simply. */
export function compile({ text, matchCase, isPattern }: Query): Compiled {
  if (text === '') return undefined;
  try {
    return { expression: new RegExp(isPattern ? text : literal(text, matchCase), matchCase ? 'gu' : 'giu') };
  } catch (error) {
    return { error: getReason(error) };
  }
}

// In scripts without blanks between words, a blank can still occur.
const betweenUnspaced = new RegExp(`(${unspacedCharacter}\\p{M}*)(?=${unspacedCharacter})(?!\\p{M})`, 'gu');

/** The text as an expression, however accents are composed. A blank finds a fixed one; one may stand in scripts without. */
function literal(text: string, matchCase: boolean): string {
  const forms = new Set([text, text.normalize('NFC'), text.normalize('NFD')]);
  const escaped = [...forms].map((form) =>
    form
      .replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
      .replace(/ /gu, '[ \\u00a0]')
      .replace(betweenUnspaced, '$1[ \\u00a0]?'),
  );
  // Folding one character to one leaves this pair apart.
  const folded = matchCase ? escaped : escaped.map((form) => form.replace(/ß|ẞ|ss/giu, '(?:ss|[ßẞ])'));
  return folded.length === 1 ? (folded[0] ?? '') : `(?:${folded.join('|')})`;
}

/** The browser's error message for an invalid expression, without the expression. */
function getReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /: ([^:]+)$/u.exec(message)?.[1] ?? message;
}
