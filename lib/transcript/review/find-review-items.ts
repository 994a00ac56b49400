import { countBelow } from '#lib/transcript/count-while';
import type { MachineWord } from '#lib/transcript/model';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import {
  findLowConfidence,
  type DoubtfulSpeech,
  type Passage,
  type ReviewItem,
} from '#lib/transcript/review/low-confidence';

/** A passage of the recording that its record calls doubtful. */
export type PassageItem = ReviewItem & { passage: Passage };

/**
 * All passages to review, in the order of the recording: those of `findLowConfidence`, those of `findPassageItems`, and conflicts as
 * `toConflictItems` has them. Speech that was not understood takes the place of the long silence that would be there; speech that
 * may be in another language, and a conflict, that of uncertain words in it, as each is looked at as a whole. It costs n log n.
 */
export function findReviewItems(
  words: readonly MachineWord[],
  share: number,
  speech: DoubtfulSpeech,
  conflicts: readonly ReviewItem[] = [],
): ReviewItem[] {
  const unsure = findLowConfidence(words, share);
  const passages = findPassageItems(words, speech);
  if (passages.length + conflicts.length === 0) return unsure;
  const missed = new Set(passages.flatMap(({ kind, from }) => (kind === 'speech' ? [from] : [])));
  const others = unsure.filter(({ kind, from }) => kind !== 'silence' || !missed.has(from));
  const inOtherLanguage = passages.filter(({ kind }) => kind === 'language');
  const whole = inOrder([...conflicts, ...inOtherLanguage]);
  return inOrder([...passages, ...conflicts, ...cutOut(others, whole)]);
}

/** Conflicts among the words that count, which have these numbers; not those whose words another recognition took the place of. */
export function toConflictItems(
  conflicts: readonly RecognitionConflict[],
  numbers: readonly number[],
): ReviewItem[] {
  if (conflicts.length === 0) return [];
  const places = new Map(numbers.map((number, place) => [number, place]));
  return conflicts.flatMap(({ from, to, text }): ReviewItem[] => {
    const [first = -1, last = -1] = [places.get(from), places.get(to - 1)];
    return first < 0 || last - first !== to - 1 - from
      ? []
      : [{ kind: 'conflict', from: first, to: last + 1, text }];
  });
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

/** The parts of items outside passages, which are in order; a pause before the first word of one is outside. */
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
