import type { Piece } from '#lib/exports/captions/split-into-pieces';

/*
 * Finds the best division of a monologue into captions by dynamic programming: the cost of dividing the first n pieces
 * is known before that of n + 1. A caption holds 84 characters, so each step looks back at a few dozen pieces at most.
 * Priority is to have as few captions as possible that are shown for less than a second. Among equal divisions, those
 * win that break only at sentence ends and pauses.
 */

/** The maximum number of characters (graphemes) per caption line, the usual limit of broadcasters. */
export const maxLineLength = 42;
export const maxCueMs = 7000;
/** Viewers need this long to notice and read even one word. */
export const minCueMs = 1000;

const maxLines = 2;
/** A silence after which a caption is cleared. */
const longPauseMs = 1000;
/** A silence that counts as much as the end of a sentence. */
const clearPauseMs = 500;

const costs = { tooShort: 1e6, cue: 40, withinPhrase: 60, afterComma: 25, hiddenBreak: 100, emptiness: 20 };

/**
 * Divides a monologue into captions, each a run of pieces that fits on two lines of 42 characters, lasts at most 7 s
 * (except a longer single piece) and contains no silence of 1 s. Minimizes captions that are followed by the next one
 * within 1 s, or by `nextStartMs` for the last. Linear in the pieces, as a caption has at most 42.
 */
export function divideIntoCues(pieces: readonly Piece[], nextStartMs: number): Piece[][] {
  // best[n] is the cheapest division of the first n pieces, and the start of its last caption.
  const best: Array<{ cost: number; from: number }> = [{ cost: 0, from: 0 }];
  const breaks = pieces.map((piece, i) => breakAfter(piece, pieces[i + 1], nextStartMs));
  for (let to = 1; to <= pieces.length; to++) {
    let cheapest = { cost: Infinity, from: to - 1 };
    for (const { from, cost } of cuesEndingAt(pieces, breaks, to)) {
      const total = (best[from]?.cost ?? Infinity) + cost;
      if (total < cheapest.cost) cheapest = { cost: total, from };
    }
    best.push(cheapest);
  }
  const cues: Piece[][] = [];
  for (let to = pieces.length; to > 0; to = best[to]?.from ?? 0) {
    cues.push(pieces.slice(best[to]?.from, to));
  }
  return cues.toReversed();
}

/** The boundary between two pieces. */
interface Break {
  strength: number;
  isLongPause: boolean;
  /** The start of the next piece. */
  untilMs: number;
}

function breakAfter(piece: Piece, next: Piece | undefined, nextStartMs: number): Break {
  if (next === undefined) return { strength: 1, isLongPause: true, untilMs: nextStartMs };
  const isLongPause = pauseBetween(piece, next) >= longPauseMs;
  return { strength: strengthOfBreak(piece, next), isLongPause, untilMs: next.startMs };
}

/** Yields every caption that may end before piece `to`, with its cost. */
function* cuesEndingAt(
  pieces: readonly Piece[],
  breaks: readonly Break[],
  to: number,
): Generator<{ from: number; cost: number }> {
  const end = breaks[to - 1];
  if (end === undefined) return;
  const fixed = costs.cue + costs.withinPhrase * (1 - end.strength);
  const fill = fillingLines();
  let endMs = 0;
  let hidden = 0;
  for (let from = to - 1; from >= 0; from--) {
    const [piece, gap] = [pieces[from], breaks[from]];
    if (piece === undefined || gap === undefined) return;
    endMs = Math.max(endMs, piece.endMs);
    const isSingle = from === to - 1;
    if (!isSingle && (gap.isLongPause || endMs - piece.startMs > maxCueMs)) return;
    if (!isSingle && gap.strength >= 0.5) hidden += costs.hiddenBreak * gap.strength;
    const length = fill(piece.length);
    if (length === undefined) return;
    const short = end.untilMs - piece.startMs < minCueMs ? costs.tooShort : 0;
    const emptiness = costs.emptiness * (1 - length / (maxLines * maxLineLength)) ** 2;
    yield { from, cost: short + fixed + hidden + emptiness };
  }
}

/** Counts the length of pieces, taken from last to first; undefined once they no longer fit. */
function fillingLines(): (length: number) => number | undefined {
  let lines = 1;
  let line = -1;
  let total = -1;
  return (length) => {
    total += length + 1;
    line += length + 1;
    if (line > maxLineLength) {
      lines += 1;
      line = length;
    }
    return lines > maxLines ? undefined : total;
  };
}

/** Rates a break between two pieces: 1 at the end of a sentence or at a clear pause, else less. */
export function strengthOfBreak(piece: Piece, next: Piece): number {
  const pause = Math.min(1, pauseBetween(piece, next) / clearPauseMs);
  return Math.max(pause, piece.endsSentence ? 1 : strengthOfPunctuation(piece.text));
}

function strengthOfPunctuation(text: string): number {
  return /[,;:،؛、，；：၊፣፤–—][\p{Pe}\p{Pf}"']*$/u.test(text) ? 1 - costs.afterComma / costs.withinPhrase : 0;
}

function pauseBetween(piece: Piece, next: Piece): number {
  return Math.max(0, next.startMs - piece.endMs);
}
