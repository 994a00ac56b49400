import { linkTokens } from '#lib/transcript/align/link-tokens';
import { toTokens, type Token } from '#lib/transcript/align/tokens';
import { areAlike, trimPunctuation, wordForm } from '#lib/transcript/align/word-form';
import { clampRange, type WordRange } from '#lib/transcript/align/word-range';
import type { EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

/** A name or term of a text, and the machine words `from` to `to` (exclusive) that it replaces. */
export interface ReplacedTerm {
  /** Without outer punctuation, with single spaces. */
  text: string;
  /** True if it begins a sentence, where any word is capitalized. */
  isAtStart: boolean;
  /** True if it has a capital within a sentence, or inside a word. */
  isName: boolean;
  from: number;
  to: number;
}

/** A longer difference is a rewrite. */
const maxStretch = 8;
const maxNameWords = 3;
/** The length of a word's end that may hold a sentence end: the mark, and closing quotes and brackets. */
const maxEnd = 8;
/** The minimum letters of a name at a sentence's start, and of a term without capitals. Most shorter words are ordinary. */
const leastLetters = { atStart: 4, term: 6, unspaced: 2 };

/** A word of the text, with facts that don't depend on its neighbors. */
interface Word {
  written: string;
  text: string;
  /** The index of its machine word in the monologue's range, or -1. */
  link: number;
  /** True if that is the same word, and if it may be a correction of it. */
  isSame: boolean;
  isAlike: boolean;
  isAtStart: boolean;
  isName: boolean;
  /** True if it may be part of a name: a name, or a word that starts a sentence and was never heard. */
  isNamePart: boolean;
  /** True if it was never heard and is long. */
  isTerm: boolean;
  /** True if a name can't continue after it. */
  isEnd: boolean;
}

/** Normalizes a word for comparing terms: no case, outer punctuation or English genitive. */
export function toTermKey(text: string): string {
  return wordForm(text).replace(/'s$/, '');
}

/** Finds a monologue's names and terms that replace other words. `heard` has all recognized words' `toTermKey`. */
export function findReplaced(
  monologue: EditedMonologue,
  machine: readonly MachineWord[],
  heard: ReadonlySet<string>,
): ReplacedTerm[] {
  const range = clampRange(monologue, machine);
  const texts = machine.slice(range.from, range.to).map(({ text }) => text);
  const { tokens, links } = linkTokens(toTokens(monologue.content), texts);
  const words = tokens.map((token, i) => {
    const link = links[i] ?? -1;
    const isSame = link >= 0 && wordForm(token.text) === wordForm(texts[link] ?? '');
    const isAlike = areAlike(token.text, texts[link]);
    return { ...describe(token, tokens[i - 1], heard), link, isSame, isAlike };
  });
  const terms: ReplacedTerm[] = [];
  let from = 0;
  for (let first = 0, end = 0; first < words.length; first = Math.max(end, first + 1)) {
    const word = words[first];
    end = first;
    if (word?.isSame) {
      from = word.link + 1;
      if (isRecased(word.text, texts[word.link] ?? '')) terms.push({ ...word, from: word.link, to: from });
      continue;
    }
    while (end < words.length && !words[end]?.isSame) end++;
    const to = words[end]?.link ?? texts.length;
    if (end - first <= maxStretch && to > from && to - from <= maxStretch) {
      terms.push(...findTerms(words.slice(first, end), texts, { from, to }));
    }
  }
  return terms.map((term) => ({ ...term, from: range.from + term.from, to: range.from + term.to }));
}

function describe({ text: written }: Token, before: Token | undefined, heard: ReadonlySet<string>) {
  const text = toTerm(written);
  const isAtStart = before === undefined || /[.!?…:。！？][^\p{L}\p{N}]*$/u.test(before.text.slice(-maxEnd));
  const isCapital = /\p{Lu}\p{L}/u.test(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isUnknown = !heard.has(toTermKey(text));
  const least = hasUnspaced(text) ? leastLetters.unspaced : leastLetters.term;
  const isName = isCapital && (!isAtStart || hasInnerCapital(text));
  return {
    ...{ written, text, isAtStart, isName },
    isNamePart: isName || (isCapital && isUnknown && letters >= leastLetters.atStart),
    isTerm: isUnknown && letters >= least,
    isEnd: /[^\p{L}\p{M}\p{N}'’]$/u.test(written) && !/^\p{L}{1,3}\.$/u.test(written),
  };
}

const toTerm = (written: string): string =>
  trimPunctuation(written)
    .replace(/['’]s$/iu, '')
    .replaceAll(/\s+/gu, ' ');

const hasInnerCapital = (text: string): boolean => /\p{L}\p{Lu}/u.test(text);

/** True if a word got unusual capitals: `github` as `GitHub`. */
function isRecased(text: string, heard: string): boolean {
  return hasInnerCapital(text) && !hasInnerCapital(heard);
}

/** Finds the names of a passage, including those within longer ones, and other terms, each with its replaced words. */
function findTerms(words: readonly Word[], heard: readonly string[], range: WordRange): ReplacedTerm[] {
  const terms: ReplacedTerm[] = [];
  for (const [first, word] of words.entries()) {
    for (let end = first + 1; end <= Math.min(first + maxNameWords, words.length); end++) {
      const run = words.slice(first, end);
      const isAllNames = run.every(({ isNamePart }) => isNamePart);
      if (!isAllNames && !(run.length === 1 && word.isTerm)) break;
      const { from, to } = findHeard(words, { first, end }, heard, range);
      if (to > from) {
        const text = toTerm(run.map(({ written }) => written).join(' '));
        const isName = run.some((part) => part.isName);
        terms.push({ text, isAtStart: word.isAtStart, isName, from, to });
      }
      if (!isAllNames || run.at(-1)?.isEnd) break;
    }
  }
  return terms;
}

/**
 * Returns the machine words that words `first` to `end` of a passage replace: those between neighboring corrections, or
 * a proportional share of letters.
 */
function findHeard(
  words: readonly Word[],
  { first, end }: { first: number; end: number },
  heard: readonly string[],
  range: WordRange,
): WordRange {
  const before = words.findLastIndex(({ isAlike }, i) => i < first && isAlike);
  const behind = words.findIndex(({ isAlike }, i) => i >= end && isAlike);
  const from = before < 0 ? range.from : (words[before]?.link ?? 0) + 1;
  const to = words[behind]?.link ?? range.to;
  const own = words.slice(before + 1, behind < 0 ? undefined : behind).map(({ written }) => written.length);
  const replaced = heard.slice(from, to).map(({ length }) => length);
  const share = sum(replaced) / sum(own);
  const getBoundary = (word: number): number => {
    const letters = share * sum(own.slice(0, word - before - 1));
    const distances = [...replaced, 0].map((_, i) => Math.abs(letters - sum(replaced.slice(0, i))));
    return from + distances.indexOf(Math.min(...distances));
  };
  return { from: getBoundary(first), to: getBoundary(end) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
