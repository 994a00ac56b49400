import type { Piece } from '#lib/exports/captions/split-into-pieces';

/*
 * Every division of a monologue into captions that fit the screen is weighed, and
 * the best one found by dynamic programming: the cost of the best division of the first n pieces is known before
 * that of n + 1. A caption holds 84 characters, so each step looks back at no more than a few dozen pieces.
 *
 * The first thing that counts is that as few captions as possible are shown for less than a second. Among the
 * divisions that are equal in this, those win that break at sentence ends and pauses, and nowhere else.
 */

/** The most characters, as a reader counts them, on a caption's line: the broadcasters' usual limit. */
export const maxLineLength = 42;
export const maxCueMs = 7000;
/** A viewer needs as long to notice and read even one word. */
export const minCueMs = 1000;

const maxLines = 2;
/** A silence in which the last caption leaves the screen. */
const longPauseMs = 1000;
/** A silence as telling as the end of a sentence. */
const clearPauseMs = 500;

const costs = { tooShort: 1e6, cue: 40, withinPhrase: 60, afterComma: 25, hiddenBreak: 100, emptiness: 20 };

/**
 * Divides a monologue into runs of pieces, each a caption: it fits on two lines of 42 characters, lasts 7 s at most
 * (a single longer piece aside) and holds no silence of 1 s. No division has fewer captions whose room, from their
 * own start to the next one's, is below 1 s; the last one's room ends at `nextStartMs`. Linear in the pieces: a caption
 * has 42 of them at most.
 */
export function divideIntoCues(pieces: readonly Piece[], nextStartMs: number): Piece[][] {
  // best[n] is the cheapest way to divide the first n pieces, and where its last caption begins.
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

/** The place between a piece and the next one. */
interface Break {
  strength: number;
  isLongPause: boolean;
  /** When the next piece begins. */
  untilMs: number;
}

function breakAfter(piece: Piece, next: Piece | undefined, nextStartMs: number): Break {
  if (next === undefined) return { strength: 1, isLongPause: true, untilMs: nextStartMs };
  const isLongPause = pauseBetween(piece, next) >= longPauseMs;
  return { strength: strengthOfBreak(piece, next), isLongPause, untilMs: next.startMs };
}

/** Every caption that may end before piece `to`, with its cost. */
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

/** Takes pieces from the last to the first: gives the length of all, or undefined when they no longer fit. */
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

/** The quality of a break between two pieces: 1 at the end of a sentence or at a clear pause, else less. */
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
