import { countBelow } from '#lib/transcript/count-while';
import type { MachineWord } from '#lib/transcript/model';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import {
  findLowConfidence,
  type DoubtfulSpeech,
  type Passage,
  type ReviewItem,
} from '#lib/transcript/review/low-confidence';
import type { SoundAlike } from '#lib/transcript/vocabulary/find-sound-alikes';

/** A passage that the recognition record marks as doubtful. */
export type PassageItem = ReviewItem & { passage: Passage };

/**
 * Returns all passages to review, in recording order, from `findLowConfidence`, `findPassageItems` and `toWordItems`.
 * Speech that was not understood replaces the long silence there. Speech that may be in another language, and the items
 * of `toWordItems`, replace uncertain words inside, as each is reviewed as a whole. O(n log n).
 */
export function findReviewItems(
  words: readonly MachineWord[],
  share: number,
  speech: DoubtfulSpeech,
  found: readonly ReviewItem[] = [],
): ReviewItem[] {
  const unsure = findLowConfidence(words, share);
  const passages = findPassageItems(words, speech);
  if (passages.length + found.length === 0) return unsure;
  const missed = new Set(passages.flatMap(({ kind, from }) => (kind === 'speech' ? [from] : [])));
  const others = unsure.filter(({ kind, from }) => kind !== 'silence' || !missed.has(from));
  const inOtherLanguage = passages.filter(({ kind }) => kind === 'language');
  const whole = inOrder([...found, ...inOtherLanguage]);
  return inOrder([...passages, ...found, ...cutOut(others, whole)]);
}

/** Words with an alternative text, by the kind of their item. */
export interface OtherWords {
  conflict: readonly RecognitionConflict[];
  sound: readonly SoundAlike[];
}

/** Returns items for the current words, which have these numbers. Skips words that another recognition replaced. */
export function toWordItems({ conflict, sound }: OtherWords, numbers: readonly number[]): ReviewItem[] {
  if (conflict.length + sound.length === 0) return [];
  const places = new Map(numbers.map((number, place) => [number, place]));
  const toItems = (kind: keyof OtherWords, found: OtherWords[typeof kind]): ReviewItem[] =>
    found.flatMap(({ from, to, text }) => {
      const [first = -1, last = -1] = [places.get(from), places.get(to - 1)];
      return first < 0 || last - first !== to - 1 - from ? [] : [{ kind, from: first, to: last + 1, text }];
    });
  return [...toItems('conflict', conflict), ...toItems('sound', sound)];
}

/**
 * Returns the doubtful passages of a recognition record, in recording order. Speech that was not understood precedes
 * the following word, or follows the last one. Several such passages between two words become one.
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

/** Returns a function that counts the words beginning before a time. Times must be ascending. */
function countWords(words: readonly MachineWord[]): (ms: number) => number {
  let word = 0;
  return (ms) => {
    while ((words[word]?.startMs ?? Infinity) < ms) word += 1;
    return word;
  };
}

/** Cuts passages, which are in order, out of items. A pause before a passage's first word is outside. */
function cutOut(items: readonly ReviewItem[], passages: readonly ReviewItem[]): ReviewItem[] {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const { from, to } of passages) {
    const last = ranges.at(-1);
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  const ends = ranges.map(({ to }) => to);
  return items.flatMap((item) => {
    let i = countBelow(ends, item.from + 1);
    if (item.from === item.to) return (ranges[i]?.from ?? Infinity) < item.from ? [] : [item];
    const parts: ReviewItem[] = [];
    let { from } = item;
    for (let range = ranges[i]; range !== undefined && range.from < item.to; range = ranges[++i]) {
      if (from < range.from) parts.push({ ...item, from, to: range.from });
      from = range.to;
    }
    if (from < item.to) parts.push({ ...item, from });
    return parts;
  });
}

function inOrder<Item extends ReviewItem>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.from - b.from || a.to - b.to);
}
