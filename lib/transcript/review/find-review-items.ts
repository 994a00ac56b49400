import type { MachineWord } from '#lib/transcript/model';
import {
  findLowConfidence,
  type DoubtfulSpeech,
  type Passage,
  type ReviewItem,
} from '#lib/transcript/review/low-confidence';

/** A passage of the recording that its record calls doubtful. */
export type PassageItem = ReviewItem & { passage: Passage };

/**
 * All passages to review, in the order of the recording: those of `findLowConfidence`, and those of `findPassageItems`. Speech that
 * was not understood takes the place of the long silence that would be there; speech that may be in another language that of all
 * else in it, as it is looked at as a whole.
 */
export function findReviewItems(
  words: readonly MachineWord[],
  share: number,
  speech: DoubtfulSpeech,
): ReviewItem[] {
  const unsure = findLowConfidence(words, share);
  const passages = findPassageItems(words, speech);
  if (passages.length === 0) return unsure;
  const missed = new Set(passages.flatMap(({ kind, from }) => (kind === 'speech' ? [from] : [])));
  const others = unsure.filter(({ kind, from }) => kind !== 'silence' || !missed.has(from));
  const inOtherLanguage = passages.filter(({ kind }) => kind === 'language');
  const kept = inOtherLanguage.reduce<ReviewItem[]>((items, passage) => cutOut(items, passage), others);
  return inOrder([...passages, ...kept]);
}

/**
 * The passages that a recognition's record calls doubtful, in the order of the recording. Speech that was not understood stands
 * before the word behind it, or behind the last one; where there are several between two words they are one.
 */
export function findPassageItems(
  words: readonly MachineWord[],
  { notUnderstood, languageDoubtful }: DoubtfulSpeech,
): PassageItem[] {
  const byWord = new Map<number, PassageItem>();
  const getFirstWord = countWords(words);
  for (const { startMs, endMs } of notUnderstood) {
    const word = getFirstWord(startMs);
    const before = byWord.get(word)?.passage ?? { startMs, endMs };
    const passage = { startMs: before.startMs, endMs: Math.max(before.endMs, endMs) };
    byWord.set(word, { kind: 'speech', from: word, to: word, passage });
  }
  const getBound = countWords(words);
  const others = languageDoubtful.flatMap(({ startMs, endMs }): PassageItem[] => {
    const [from, to] = [getBound(startMs), getBound(endMs)];
    return from === to ? [] : [{ kind: 'language', from, to, passage: { startMs, endMs } }];
  });
  return inOrder([...byWord.values(), ...others]);
}

/** Tells how many words begin before a moment, for moments in order of time. */
function countWords(words: readonly MachineWord[]): (ms: number) => number {
  let word = 0;
  return (ms) => {
    while ((words[word]?.startMs ?? Infinity) < ms) word += 1;
    return word;
  };
}

/** The parts of items outside a passage; a pause before its first word is outside. */
function cutOut(items: readonly ReviewItem[], passage: ReviewItem): ReviewItem[] {
  return items.flatMap((item) => {
    if (item.from === item.to) return item.from > passage.from && item.from < passage.to ? [] : [item];
    if (item.to <= passage.from || item.from >= passage.to) return [item];
    const before = { ...item, to: passage.from };
    const behind = { ...item, from: passage.to };
    return [before, behind].filter(({ from, to }) => from < to);
  });
}

function inOrder<Item extends ReviewItem>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.from - b.from || a.to - b.to);
}
