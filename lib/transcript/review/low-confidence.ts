import type { MachineWord } from '#lib/transcript/model';
import { wordForm } from '#lib/transcript/align/word-form';
import { memoizeBy } from '#lib/transcript/memoize-by';

/*
 * The parts of a transcript that deserve a second look. Confidence scales differ by recognizer, so a word is doubtful
 * relative to the transcript's other words, and never if its recognizer was nearly certain.
 */

/**
 * The reason to review a passage: the recognizer was less sure of these words than of most; a long word occurs only
 * once, with some doubt; a pause is so long that speech may have been missed; speech was not understood; speech may be
 * in another language than its words; people's words differ from a later recognition; words sound like a vocabulary
 * entry.
 */
export type ReviewKind = 'conflict' | 'sound' | 'speech' | 'language' | 'confidence' | 'rare' | 'silence';

/** All kinds, in display order. */
export const reviewKinds: readonly ReviewKind[] = [
  'conflict',
  'sound',
  'speech',
  'language',
  'confidence',
  'rare',
  'silence',
];

export interface Passage {
  startMs: number;
  endMs: number;
}

/** The doubtful speech of a recognition record, each kind in order of time. */
export interface DoubtfulSpeech {
  notUnderstood: readonly Passage[];
  /** Speech that may be in another language than its words. */
  languageDoubtful: readonly Passage[];
}

/** Reads the doubtful speech of a recognition record; empty without a record. */
export function readDoubtfulSpeech(record: Partial<DoubtfulSpeech> | null | undefined): DoubtfulSpeech {
  return { notUnderstood: record?.notUnderstood ?? [], languageDoubtful: record?.languageDoubtful ?? [] };
}

/** A passage to review: machine words `from` to `to` (exclusive), or the pause before `from` if both are equal. */
export interface ReviewItem {
  kind: ReviewKind;
  from: number;
  to: number;
  /** The time of speech that was not understood or may be in another language. */
  passage?: Passage;
  /** People's words for a conflict, the vocabulary entry for words that sound like it. */
  text?: string;
}

/** The default share of words reviewed for their confidence. */
export const defaultShare = 0.1;

/** In milliseconds. Longer pauses between words are reviewed. */
export const minPauseMs = 4000;
/** Words with a higher confidence are never doubtful. */
const sureAbove = 0.9;
/** Rare words are looked for in a share this many times as large. */
const rareFactor = 3;
const minRareLetters = 4;
/** Adjacent low-confidence words form one passage, up to this many words and this pause. */
const phrase = { words: 6, pauseMs: 1000 };

/** Returns passages to review, in order, for the least confident `share` (0 to 1) of words. Deterministic. */
export function findLowConfidence(words: readonly MachineWord[], share: number): ReviewItem[] {
  const threshold = unsureUpTo(words, share);
  const rare = unsureUpTo(words, Math.min(0.5, share * rareFactor));
  const times = countSaid(words);
  const items: ReviewItem[] = [];
  for (const [i, word] of words.entries()) {
    const pauseMs = i === 0 ? 0 : word.startMs - (words[i - 1]?.endMs ?? 0);
    if (pauseMs > minPauseMs) items.push({ kind: 'silence', from: i, to: i });
    const { confidence = 1 } = word;
    if (confidence <= threshold) {
      const last = items.at(-1);
      if (last !== undefined && goesOn(last, i, pauseMs)) last.to = i + 1;
      else items.push({ kind: 'confidence', from: i, to: i + 1 });
    } else if (confidence <= rare && isRare(word.text, times)) {
      items.push({ kind: 'rare', from: i, to: i + 1 });
    }
  }
  return items;
}

function goesOn({ kind, from, to }: ReviewItem, word: number, pauseMs: number): boolean {
  return kind === 'confidence' && to === word && word - from < phrase.words && pauseMs < phrase.pauseMs;
}

/** Returns the confidence threshold for a share of words; -1 if none is doubtful or most have the same confidence. */
export function unsureUpTo(words: readonly MachineWord[], share: number): number {
  const ordered = orderedConfidences(words);
  const count = Math.ceil(ordered.length * share);
  const limit = ordered[count - 1];
  if (limit === undefined) return -1;
  if (ordered[0] === ordered[Math.floor(ordered.length / 2)] && ordered.length > 1) return -1;
  return Math.min(limit, sureAbove);
}

const orderedConfidences = memoizeBy((words: readonly MachineWord[]) =>
  Float64Array.from(words.flatMap(({ confidence }) => confidence ?? [])).toSorted(),
);

const countSaid = memoizeBy((words: readonly MachineWord[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const { text } of words) {
    const form = wordForm(text);
    times.set(form, (times.get(form) ?? 0) + 1);
  }
  return times;
});

function isRare(text: string, times: ReadonlyMap<string, number>): boolean {
  const form = wordForm(text);
  return form.length >= minRareLetters && times.get(form) === 1;
}
