import type { MachineWord } from '#lib/transcript/model';
import { wordForm } from '#lib/transcript/align/word-form';
import { memoizeBy } from '#lib/transcript/memoize-by';

/*
 * The parts of a transcript that are worth a second look. Every recognizer has a scale of its own for its confidence: a
 * word is doubtful beside the other words of the same transcript, and never when its recognizer was nearly sure of it.
 */

/**
 * Why a passage is to be reviewed: the recognizer was less sure of these words than of most others; a long word that is said
 * only once, and not surely; a pause so long that speech may have been missed; speech that was not understood; speech that may be
 * in another language than its words; words that people wrote where a later recognition heard others.
 */
export type ReviewKind = 'conflict' | 'speech' | 'language' | 'confidence' | 'rare' | 'silence';

/** All kinds, in the order in which they are shown. */
export const reviewKinds: readonly ReviewKind[] = [
  'conflict',
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

/** The doubtful speech that a recognition record lists, each kind in order of time. */
export interface DoubtfulSpeech {
  notUnderstood: readonly Passage[];
  /** Speech that may be in another language than its words. */
  languageDoubtful: readonly Passage[];
}

/** The doubtful speech of a recognition record; none of it where there is no record. */
export function readDoubtfulSpeech(record: Partial<DoubtfulSpeech> | null | undefined): DoubtfulSpeech {
  return { notUnderstood: record?.notUnderstood ?? [], languageDoubtful: record?.languageDoubtful ?? [] };
}

/** A passage to review: machine words `from` to `to` (exclusive); the pause before `from` where both are equal. */
export interface ReviewItem {
  kind: ReviewKind;
  from: number;
  to: number;
  /** Of speech that was not understood, or may be in another language: when it is said. */
  passage?: Passage;
  /** Of a conflict: the words that people had there. */
  text?: string;
}

/** The share of the words that are looked at for their confidence unless a person chooses another. */
export const defaultShare = 0.1;

/** A pause between two words that is longer is to be reviewed, in milliseconds. */
export const minPauseMs = 4000;
/** A word of which its recognizer was surer is never doubtful. */
const sureAbove = 0.9;
/** Rare words are looked for among so many times more words. */
const rareFactor = 3;
const minRareLetters = 4;
/** Low-confidence words side by side are one passage, up to so many and to such a pause. */
const phrase = { words: 6, pauseMs: 1000 };

/** The passages to review, in order; `share` (0 to 1) of the words, the least sure, are looked at. Reproducible. */
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

/** The confidence of the least sure share of words; -1 if none is doubtful or most have the same confidence. */
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
