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

/** One caption, on the screen from `startMs` until `endMs`. */
export interface Cue {
  startMs: number;
  endMs: number;
  speaker: string;
  lines: string[];
}

/** A frame at 25 pictures a second: a caption that begins sooner after another can't be told from it. */
const frameMs = 40;

/**
 * A transcript as captions in order. Each belongs to one monologue, begins with its first word, and ends with its
 * last one, after 1 s at the earliest and 7 s at the latest, but always before the next begins. A caption is shorter
 * than 1 s only where the next one's first word comes sooner and no other division of the monologue had fewer such.
 * One that would begin with another, or before it, begins a frame later than that. None lasts longer than the recording.
 */
export function toCues({ monologues, language, durationMs = Infinity }: Transcript): Cue[] {
  const turns = monologues
    .map(({ speaker, words }) => ({ speaker, pieces: splitIntoPieces(words, maxLineLength, language) }))
    .filter(({ pieces }) => pieces.length > 0);
  const cues = turns.flatMap(({ speaker, pieces }, i) =>
    divideIntoCues(pieces, turns[i + 1]?.pieces[0]?.startMs ?? Infinity).map((run) => ({
      ...getSpan(run),
      speaker: speaker.name,
      lines: layOutLines(run),
    })),
  );
  return withinRecording(withoutOverlap(cues), durationMs);
}

function getSpan(pieces: readonly Piece[]): { startMs: number; endMs: number } {
  const startMs = Math.min(...pieces.map((piece) => piece.startMs));
  return { startMs, endMs: Math.max(...pieces.map((piece) => piece.endMs)) };
}

/** One that would begin after the end is shown for a frame. */
function withinRecording(cues: readonly Cue[], durationMs: number): Cue[] {
  return cues.map((cue) => ({
    ...cue,
    endMs: Math.min(cue.endMs, Math.max(durationMs, cue.startMs + frameMs)),
  }));
}

function withoutOverlap(cues: readonly Cue[]): Cue[] {
  let earliest = 0;
  const starts = cues.map(({ startMs }) => {
    const start = Math.max(startMs, earliest);
    earliest = start + frameMs;
    return start;
  });
  return cues.map((cue, i) => {
    const startMs = starts[i] ?? cue.startMs;
    const wanted = Math.max(cue.endMs, startMs + minCueMs);
    return { ...cue, startMs, endMs: Math.min(wanted, startMs + maxCueMs, starts[i + 1] ?? Infinity) };
  });
}

/** A break at the end of a phrase is worth so many characters of imbalance. */
const phraseWorth = 16;

/** Lays out a caption's pieces on one line, or on two of similar length, rather broken at the end of a phrase. */
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
