import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';
import { touches } from '#lib/transcript/text/join-words';

/** A character of a script without spaces, or the text between two of them. */
export interface LinkedUnit {
  text: string;
  /** The index of the machine word that it belonged to, or -1. */
  word: number;
  /** True if it is unchanged, not a replacement. */
  isSame: boolean;
  /** True if the whole machine word is unchanged. */
  isKept: boolean;
  isFirst: boolean;
}

/** A word of a text: its length in UTF-16 units, its machine word or -1, and its share of that. */
export interface CutWord {
  length: number;
  link: number;
  weight: number;
}

/** An unchanged unit outweighs any number of others. */
const sameWeight = 1000;

/** Splits text without white space into words: machine words stay whole, elsewhere the dictionary decides. */
export function cutRun(run: string, units: readonly LinkedUnit[]): CutWord[] {
  const isCut = findCuts(run, units);
  const words: CutWord[] = [];
  for (let from = 0, to = 0; from < units.length; from = to) {
    do to++;
    while (to < units.length && !isCut(to));
    words.push(toWord(units.slice(from, to)));
  }
  return words;
}

function toWord(units: readonly LinkedUnit[]): CutWord {
  const weights = new Map<number, number>();
  let length = 0;
  let best = { link: -1, weight: 0 };
  for (const { text, word, isSame } of units) {
    length += text.length;
    if (word < 0) continue;
    const weight = (weights.get(word) ?? 0) + (isSame ? sameWeight : 1) * text.length;
    weights.set(word, weight);
    if (weight > best.weight) best = { link: word, weight };
  }
  return { length, ...best };
}

/** Returns a function that tells if a word begins with a unit. */
function findCuts(run: string, units: readonly LinkedUnit[]): (at: number) => boolean {
  const cuts = new Set<number>();
  let dictionary: Set<number> | undefined;
  const isInDictionary = (at: number) => (dictionary ??= findDictionaryCuts(run, units)).has(at);
  const cutByDictionary = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (canCut(units, at) && isInDictionary(at)) cuts.add(at);
  };
  let last = -1;
  for (const [at, { word, isKept }] of units.entries()) {
    if (word < 0) continue;
    const before = units[last];
    if (before === undefined) cutByDictionary(1, at + 1);
    else if (before.word !== word) {
      const { size } = cuts;
      const isSure = isKept || before.isKept;
      if (!isSure || at - last > 1) cutByDictionary(last + 1, at + 1);
      if (isSure && cuts.size === size && canCut(units, at)) cuts.add(at);
    }
    last = at;
  }
  cutByDictionary(Math.max(last + 1, 1), units.length);
  return (at) => cuts.has(at);
}

const mark = /^\p{M}/u;

/** A word can begin where a machine word does, otherwise where joining adds no space, but not with a mark. */
function canCut(units: readonly LinkedUnit[], at: number): boolean {
  const [before, unit] = [units[at - 1], units[at]];
  if (before === undefined || unit === undefined) return false;
  if (unit.isSame && unit.isFirst) return true;
  return touches(before.text, unit.text) && !mark.test(unit.text);
}

function findDictionaryCuts(run: string, units: readonly LinkedUnit[]): Set<number> {
  const starts = new Set<number>();
  let start = 0;
  for (const { length } of cutUnspaced(run)) starts.add((start += length));
  const cuts = new Set<number>();
  let offset = 0;
  for (const [at, { text }] of units.entries()) {
    if (starts.has(offset)) cuts.add(at);
    offset += text.length;
  }
  return cuts;
}
