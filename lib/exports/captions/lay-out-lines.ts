import { maxLineLength, strengthOfBreak } from '#lib/exports/captions/divide-into-cues';
import type { Piece } from '#lib/exports/captions/split-into-pieces';
import { joinWords } from '#lib/transcript/text/join-words';

/** How many characters of imbalance a break at the end of a phrase is worth. */
const phraseWorth = 16;

/**
 * Lays a caption's pieces out on one line where they fit, else on two of about the same length, broken rather at
 * the end of a phrase. What `divideIntoCues` put together always fits.
 */
export function layOutLines(pieces: readonly Piece[]): string[] {
  if (getLength(pieces) <= maxLineLength) return [joinWords(pieces)];
  let best: { at: number; cost: number } | undefined;
  for (const [at, next] of pieces.entries()) {
    const previous = pieces[at - 1];
    if (previous === undefined) continue;
    const [first, second] = [getLength(pieces.slice(0, at)), getLength(pieces.slice(at))];
    if (Math.max(first, second) > maxLineLength) continue;
    const cost = Math.abs(first - second) - phraseWorth * strengthOfBreak(previous, next);
    if (best === undefined || cost < best.cost) best = { at, cost };
  }
  if (best === undefined) throw new Error('a caption does not fit on two lines');
  return [joinWords(pieces.slice(0, best.at)), joinWords(pieces.slice(best.at))];
}

function getLength(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, pieces.length - 1);
}
