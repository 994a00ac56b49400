import type { Piece } from '#lib/transcript/edit';
import { unbroken } from '#lib/transcript/text/split-words';

/** A run of a monologue's text. `from` and `to` are offsets in UTF-16 units, with 1 for a tag (as in ProseMirror). */
export interface Token {
  text: string;
  from: number;
  to: number;
}

/** Splits content at white space, except non-breaking spaces. A tag always separates tokens. */
export function toTokens(content: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  let run = '';
  let runFrom = 0;
  const endRun = () => {
    for (const { 0: text, index } of run.matchAll(unbroken)) {
      tokens.push({ text, from: runFrom + index, to: runFrom + index + text.length });
    }
    runFrom += run.length;
    run = '';
  };
  for (const piece of content) {
    if ('text' in piece) {
      run += piece.text;
    } else {
      endRun();
      runFrom += 1;
    }
  }
  endRun();
  return tokens;
}
