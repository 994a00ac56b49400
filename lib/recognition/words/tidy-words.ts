import type { RecognizedWord } from '#lib/recognition/engine';

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
    const from = clamp(Math.round(word.startMs), earliest, endMs);
    const to = clamp(Math.round(word.endMs), from, endMs);
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

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : least;
}
