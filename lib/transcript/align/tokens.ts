import type { Piece } from '#lib/transcript/edit';
import { unbroken } from '#lib/transcript/text/split-words';

/** A stretch of a monologue. `from` and `to` are offsets in its content: UTF-16 units, a tag counts 1 (as ProseMirror counts). */
export interface Token {
  text: string;
  from: number;
  to: number;
}

/** The stretches between white space; a blank that doesn't break is part of one. Text on both sides of a tag is never one token. */
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
