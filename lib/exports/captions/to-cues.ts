import {
  divideIntoCues,
  maxCueMs,
  maxLineLength,
  minCueMs,
  strengthOfBreak,
} from '#lib/exports/captions/divide-into-cues';
import type { Transcript } from '#lib/revisions/read-transcript';
import { type Piece, splitIntoPieces } from '#lib/exports/captions/split-into-pieces';
import { joinWords } from '#lib/transcript/text/join-words';

/** A caption, shown from `startMs` to `endMs`. */
export interface Cue {
  startMs: number;
  endMs: number;
  speaker: string;
  lines: string[];
}

/** One frame at 25 frames per second, the smallest visible offset between captions. */
const frameMs = 40;

/**
 * Returns a transcript's captions in order of time, and in text order within a monologue. Each belongs to one
 * monologue, begins with its first word and ends with its last, after 1 to 7 s, but before the next caption begins. A
 * caption is shorter than 1 s only if the next one's first word comes sooner and no other division of the monologue
 * avoids it. Captions begin at least a frame apart and none outlasts the recording.
 */
export function toCues({ monologues, language, durationMs = Infinity }: Transcript): Cue[] {
  const turns = monologues
    .map(({ speaker, words }) => ({ speaker, pieces: splitIntoPieces(words, maxLineLength, language) }))
    .filter(({ pieces }) => pieces.length > 0);
  const cues = turns.flatMap(({ speaker, pieces }, i) => {
    const untilMs = turns[i + 1]?.pieces[0]?.startMs ?? Infinity;
    const runs = divideAt(pieces, untilMs).flatMap((part) => divideIntoCues(part, untilMs));
    let earliest = 0;
    return runs.map((run) => {
      const { startMs, endMs } = getSpan(run);
      earliest = Math.max(earliest, startMs);
      return { startMs: earliest, endMs, speaker: speaker.name, lines: layOutLines(run) };
    });
  });
  const inTime = cues.toSorted((a, b) => a.startMs - b.startMs);
  return withinRecording(withoutOverlap(inTime), durationMs);
}

/** Splits a turn where the next one interrupts it, so that both parts are shown at their time. */
function divideAt(pieces: readonly Piece[], ms: number): (readonly Piece[])[] {
  const at = pieces.findIndex(({ startMs }) => startMs >= ms);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (at < 1 || first === undefined || last === undefined) return [pieces];
  const isLongEnough = ms - first.startMs >= minCueMs && last.endMs - ms >= minCueMs;
  return isLongEnough ? [pieces.slice(0, at), pieces.slice(at)] : [pieces];
}

function getSpan(pieces: readonly Piece[]): { startMs: number; endMs: number } {
  const startMs = Math.min(...pieces.map((piece) => piece.startMs));
  return { startMs, endMs: Math.max(...pieces.map((piece) => piece.endMs)) };
}

/** A caption that would begin after the end is shown for a frame. */
function withinRecording(cues: readonly Cue[], durationMs: number): Cue[] {
  return cues.map((cue) => ({
    ...cue,
    endMs: Math.min(cue.endMs, Math.max(durationMs, cue.startMs + frameMs)),
  }));
}

/** Delays a caption that begins during another until that one was shown for 1 s, but by at most 1 s. */
function withoutOverlap(cues: readonly Cue[]): Cue[] {
  let before = { startMs: -Infinity, endMs: -Infinity };
  const starts = cues.map((cue) => {
    const isMeanwhile = cue.startMs < before.endMs;
    const wanted = isMeanwhile ? Math.min(before.startMs, cue.startMs) + minCueMs : cue.startMs;
    const startMs = Math.max(cue.startMs, wanted, before.startMs + frameMs);
    before = { startMs, endMs: startMs + cue.endMs - cue.startMs };
    return startMs;
  });
  return cues.map((cue, i) => {
    const startMs = starts[i] ?? cue.startMs;
    const wanted = Math.max(cue.endMs, startMs + minCueMs);
    return { ...cue, startMs, endMs: Math.min(wanted, startMs + maxCueMs, starts[i + 1] ?? Infinity) };
  });
}

/** A break at the end of a phrase outweighs an imbalance of this many characters. */
const phraseWorth = 16;

/** Lays out a caption on one line, or on two of similar length, preferably broken at the end of a phrase. */
function layOutLines(pieces: readonly Piece[]): string[] {
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
