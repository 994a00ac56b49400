import { trimPunctuation } from '#lib/transcript/align/word-form';
import { clampRange, getSpan, type Span } from '#lib/transcript/align/word-range';
import { findReplaced, toTermKey, type ReplacedTerm } from '#lib/transcript/vocabulary/find-replaced';
import type { Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { joinWords } from '#lib/transcript/text/join-words';

/** A name or term that replaced other recognized words. */
export interface Correction {
  /** The same for all spellings. */
  key: string;
  /** The most frequent spelling within a sentence. */
  phrase: string;
  /** True if it has a capital within a sentence, or inside a word. */
  isName: boolean;
  /** The number of corrections. */
  count: number;
  /** The number of times it was recognized correctly. */
  known: number;
  /** The misrecognized texts, most frequent first. */
  heard: string[];
  /** The times of the first corrections. */
  places: Span[];
}

/** Caps the corrections returned for a transcript, most frequent first. */
const maxCorrections = 100;
/** Caps the misrecognized texts and the passages listed. */
const maxNamed = 3;
/** The maximum length of a term, in UTF-16 units, as in a vocabulary. */
const maxLength = 100;
/** The number of recognized letters relative to the term's. Words that sound alike have similar lengths. */
const alikeShare = { least: 0.4, most: 2.5 };

/** The maximum length of an ending. */
const maxEnding = 2;

type Counts = Map<string, number>;

/** All corrections to a term. */
interface Found {
  isName: boolean;
  count: number;
  known: number;
  /** Its spellings within sentences, and at their start. */
  within: Counts;
  atStart: Counts;
  heard: Counts;
  places: Span[];
}

/**
 * Finds a transcript's corrected names and terms, most frequent first: words that replaced others of similar length,
 * and have a capital or were never heard in this transcript. Costs as much as `linkTokens` for the whole text.
 */
export function findCorrections({ monologues }: Edit, words: readonly MachineWord[]): Correction[] {
  const ranges = monologues.map((monologue) => clampRange(monologue, words));
  const heard = ranges.map(({ from, to }) => words.slice(from, to).map(({ text }) => toTermKey(text)));
  const heardKeys = new Set(heard.flat());
  const found = new Map<string, Found>();
  for (const term of monologues.flatMap((monologue) => findReplaced(monologue, words, heardKeys))) {
    note(found, term, words);
  }
  countKnown(found, heard);
  return [...found]
    .toSorted(([, a], [, b]) => b.count - a.count || Number(b.isName) - Number(a.isName))
    .slice(0, maxCorrections)
    .map(([key, { isName, count, known, within, atStart, heard, places }]) => ({
      ...{ key, isName, count, places },
      phrase: [...rank(within), ...rank(atStart)][0] ?? key,
      known: Math.max(0, known - countHeardAs(heard, key)),
      heard: rank(heard).slice(0, maxNamed),
    }));
}

function note(found: Map<string, Found>, term: ReplacedTerm, words: readonly MachineWord[]): void {
  const key = toPhraseKey(term.text);
  if (key.length > maxLength || term.text.length > maxLength) return;
  const replaced = words.slice(term.from, term.to).map(({ text }) => ({ text: trimPunctuation(text) }));
  const share = replaced.reduce((sum, { text }) => sum + text.length, 0) / key.replaceAll(' ', '').length;
  if (!(share >= alikeShare.least && share <= alikeShare.most)) return;
  const [only, ...more] = replaced;
  const isCommon = term.text === term.text.toLowerCase();
  if (isCommon && more.length === 0 && isInflected(key, toPhraseKey(only?.text ?? ''))) return;
  const correction: Found = found.get(key) ?? {
    ...{ isName: false, count: 0, known: 0, places: [] },
    ...{ within: new Map(), atStart: new Map(), heard: new Map() },
  };
  found.set(key, correction);
  correction.count += 1;
  correction.isName ||= term.isName;
  add(term.isAtStart ? correction.atStart : correction.within, term.text);
  add(correction.heard, joinWords(replaced));
  if (correction.places.length < maxNamed) correction.places.push(getSpan(words, term));
}

/** True if two words differ only in an ending, which a vocabulary can't fix. */
function isInflected(key: string, heard: string): boolean {
  const length = Math.max(key.length, heard.length) - maxEnding;
  return length > 0 && key.slice(0, length) === heard.slice(0, length);
}

/** Normalizes a phrase for comparing terms. */
export function toPhraseKey(phrase: string): string {
  return phrase.split(' ').map(toTermKey).join(' ');
}

/** Counts how often each term was recognized, regardless of case. */
function countKnown(found: ReadonlyMap<string, Found>, heard: ReadonlyArray<readonly string[]>): void {
  const longest = Math.max(0, ...[...found.keys()].map((key) => key.split(' ').length));
  for (const keys of heard) {
    for (let length = 1; length <= longest; length++) {
      for (let first = 0; first + length <= keys.length; first++) {
        const correction = found.get(keys.slice(first, first + length).join(' '));
        if (correction !== undefined) correction.known += 1;
      }
    }
  }
}

/** Counts the corrections that changed only case. */
function countHeardAs(heard: Counts, key: string): number {
  return [...heard].reduce((sum, [text, count]) => (toPhraseKey(text) === key ? sum + count : sum), 0);
}

function add(counts: Counts, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** Most frequent first. */
function rank(counts: Counts): string[] {
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
}
