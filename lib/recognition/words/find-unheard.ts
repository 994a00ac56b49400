import type { RecognizedWord } from '#lib/recognition/engine';
import { clipSpeech, joinSpans, type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { minSpeechMs } from '#lib/recognition/pieces/recognize-piece';

/**
 * So much speech between two words is a passage that was not understood, in milliseconds. Words that are spread fill their
 * piece, so what they leave free was empty as a whole. Between words with times of their own there is also what voice activity
 * detection takes for speech, such as a laugh, and edges are only good to half a second: of 21 clips that a transducer
 * understood, the longest such stretch was a drawn-out "um" of 0.6 s.
 */
const limits = {
  spread: { leastMs: minSpeechMs, toleranceMs: 0 },
  timed: { leastMs: 1500, toleranceMs: 500 },
};
/** Passages on both sides of a longer pause are two, so that listening to one takes no waiting. */
const longPauseMs = 2000;

/** One channel of a recording, as it was recognized: all in order of time. */
export interface HeardChannel {
  words: readonly RecognizedWord[];
  emptyPieces: readonly Span[];
  speech: readonly Span[];
}

/** A channel's passages with speech and no word, in order. Derived from what a restart knows, so nothing is stored. */
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
    // Speech that ends before this gap is behind all later ones, too.
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

/** Stretches of speech, as far as there is enough of it, each without a long pause. */
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
