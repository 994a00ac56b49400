import type { RecognizedWord } from '#lib/recognition/engine';
import { clamp } from '#lib/recognition/words/place-in-order';

/** Characters that PostgreSQL's JSON and XML documents can't hold, and invisible ones. */
const noText = /[\p{Cc}\p{Cs}\u200B\uFEFF]/gu;

/**
 * Prepares words for storage: clean, non-empty text, whole milliseconds in order within the piece, confidence from 0 to
 * 1.
 */
export function tidyWords(
  words: readonly RecognizedWord[],
  { startMs, endMs }: { startMs: number; endMs: number },
): RecognizedWord[] {
  let earliest = startMs;
  return words.flatMap((word) => {
    const text = word.text
      .replaceAll(noText, ' ')
      .replaceAll(/[^\S\u00a0\u202f]+/g, ' ')
      .trim();
    if (text === '') return [];
    const from = clamp(toWholeMs(word.startMs), earliest, endMs);
    const to = clamp(toWholeMs(word.endMs), from, endMs);
    earliest = from;
    const { confidence, gap } = word;
    const known = confidence !== undefined && Number.isFinite(confidence);
    return [
      {
        ...{ text, startMs: from, endMs: to },
        ...(known && { confidence: clamp(confidence, 0, 1) }),
        ...(gap !== undefined && { gap }),
      },
    ];
  });
}

function toWholeMs(ms: number): number {
  return Number.isFinite(ms) ? Math.round(ms) : 0;
}
