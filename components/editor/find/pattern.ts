import { unspacedCharacter } from '#lib/transcript/unspaced-scripts';

/** The search query. */
export interface Query {
  text: string;
  matchCase: boolean;
  wholeWord: boolean;
  isPattern: boolean;
}

/** The maximum query length in UTF-16 units. */
export const maxQueryLength = 1000;

/** A compiled query, or why it is invalid. An empty query has neither. */
export type Compiled = { expression: RegExp } | { error: string } | undefined;

/** Compiles a query. Ignoring case uses Unicode simple case folding. */
export function compile({ text, matchCase, isPattern }: Query): Compiled {
  if (text === '') return undefined;
  try {
    return { expression: new RegExp(isPattern ? text : literal(text, matchCase), matchCase ? 'gu' : 'giu') };
  } catch (error) {
    return { error: getReason(error) };
  }
}

// In scripts without spaces between words, a space can still occur.
const betweenUnspaced = new RegExp(`(${unspacedCharacter}\\p{M}*)(?=${unspacedCharacter})(?!\\p{M})`, 'gu');

/**
 * A literal as an expression, in any Unicode form. A space matches a no-break one, and is optional in unspaced text.
 */
function literal(text: string, matchCase: boolean): string {
  const forms = new Set([text, text.normalize('NFC'), text.normalize('NFD')]);
  const escaped = [...forms].map((form) =>
    form
      .replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
      .replace(/ /gu, '[ \\u00a0]')
      .replace(betweenUnspaced, '$1[ \\u00a0]?'),
  );
  // Simple case folding doesn't equate ß and ss.
  const folded = matchCase ? escaped : escaped.map((form) => form.replace(/ß|ẞ|ss/giu, '(?:ss|[ßẞ])'));
  return folded.length === 1 ? (folded[0] ?? '') : `(?:${folded.join('|')})`;
}

/** The browser's error message for an invalid expression, without the expression itself. */
function getReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /: ([^:]+)$/u.exec(message)?.[1] ?? message;
}
