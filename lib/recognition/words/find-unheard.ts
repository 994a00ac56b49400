import type { RecognizedWord } from '#lib/recognition/engine';
import { clipSpeech, joinSpans, type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { minSpeechMs } from '#lib/recognition/pieces/recognize-piece';

/**
 * The minimum speech between two words, in milliseconds, of a passage that was not understood. Spread words fill their
 * piece, so what they leave free was entirely empty. Between timed words there is also what voice activity detection
 * takes for speech, such as a laugh, and edges are only accurate to half a second: in 21 clips that a transducer
 * understood, the longest such span was a drawn-out "um" of 0.6 s.
 */
const limits = {
  spread: { leastMs: minSpeechMs, toleranceMs: 0 },
  timed: { leastMs: 1500, toleranceMs: 500 },
};
/** A longer pause splits a passage, so that playing one needs no waiting. */
const longPauseMs = 2000;

/** One channel of a recognized recording, all in order of time. */
export interface HeardChannel {
  words: readonly RecognizedWord[];
  emptyPieces: readonly Span[];
  speech: readonly Span[];
}

/**
 * Returns a channel's passages with speech but no words, in order. Derived from what is known after a restart, so
 * nothing is stored.
 */
export function findUnheard(
  { words, emptyPieces, speech }: HeardChannel,
  timing: 'timed' | 'spread',
): Span[] {
  const inPieces = emptyPieces.flatMap((piece) => toPassages(clipSpeech(speech, piece), minSpeechMs));
  return joinSpans([...inPieces, ...findBetweenWords(words, speech, limits[timing])]);
}

function findBetweenWords(
  words: readonly RecognizedWord[],
  speech: readonly Span[],
  { leastMs, toleranceMs }: (typeof limits)['timed'],
): Span[] {
  const passages: Span[] = [];
  let at = 0;
  let heardMs = -toleranceMs;
  for (const word of [...words, undefined]) {
    const gap = { startMs: heardMs + toleranceMs, endMs: (word?.startMs ?? Infinity) - toleranceMs };
    // Speech that ends before this gap also ends before all later ones.
    while ((speech[at]?.endMs ?? Infinity) <= gap.startMs) at += 1;
    if (gap.endMs - gap.startMs >= leastMs) {
      const end = speech.findIndex((span, i) => i >= at && span.startMs >= gap.endMs);
      const inGap = clipSpeech(speech.slice(at, end === -1 ? undefined : end), gap);
      passages.push(...toPassages(inGap, leastMs));
    }
    heardMs = Math.max(heardMs, word?.endMs ?? 0);
  }
  return passages;
}

/** Groups speech into passages without long pauses, and leaves out those with less speech than `leastMs`. */
function toPassages(speech: readonly Span[], leastMs: number): Span[] {
  const groups: Span[][] = [];
  for (const span of speech) {
    const group = groups.at(-1);
    const isNear = span.startMs - (group?.at(-1)?.endMs ?? -Infinity) < longPauseMs;
    if (group !== undefined && isNear) group.push(span);
    else groups.push([span]);
  }
  return groups.filter((group) => sumSpans(group) >= leastMs).map(toSpan);
}

function toSpan(spans: readonly Span[]): Span {
  return { startMs: spans[0]?.startMs ?? 0, endMs: spans.at(-1)?.endMs ?? 0 };
}
