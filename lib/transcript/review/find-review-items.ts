import type { MachineWord } from '#lib/transcript/model';
import { findLowConfidence, type Passage, type ReviewItem } from '#lib/transcript/review/low-confidence';

/**
 * All passages to review, in the order of the recording: those of `findLowConfidence`, and those with speech that was not
 * understood, `missed` in order of time. These stand before the word behind them, or behind the last one; where there are
 * several between two words they are one, and it takes the place of the long silence that would be there.
 */
export function findReviewItems(
  words: readonly MachineWord[],
  share: number,
  missed: readonly Passage[],
): ReviewItem[] {
  const unsure = findLowConfidence(words, share);
  if (missed.length === 0) return unsure;
  const byWord = new Map<number, ReviewItem & { passage: Passage }>();
  let word = 0;
  for (const { startMs, endMs } of missed) {
    while ((words[word]?.startMs ?? Infinity) < startMs) word += 1;
    const before = byWord.get(word)?.passage ?? { startMs, endMs };
    const passage = { startMs: before.startMs, endMs: Math.max(before.endMs, endMs) };
    byWord.set(word, { kind: 'speech', from: word, to: word, passage });
  }
  const others = unsure.filter(({ kind, from }) => kind !== 'silence' || !byWord.has(from));
  return [...byWord.values(), ...others].toSorted((a, b) => a.from - b.from || a.to - b.to);
}
