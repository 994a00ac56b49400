import type { RecognizedWord } from '#lib/recognition/engine';
import { splitWords } from '#lib/transcript/text/split-words';

/** Spreads words without times over their piece without gaps, by their share of letters and digits. */
export function spreadWords(
  text: string,
  { startMs, endMs }: { startMs: number; endMs: number },
): RecognizedWord[] {
  const words = splitWords(text);
  const lengths = words.map((word) => Math.max(1, word.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const timeAt = (letters: number) => startMs + Math.round(((endMs - startMs) * letters) / total);
  let letters = 0;
  return words.map(({ start: _start, end: _end, ...word }, i) => {
    const from = letters;
    letters += lengths[i] ?? 0;
    return { ...word, startMs: timeAt(from), endMs: timeAt(letters) };
  });
}
