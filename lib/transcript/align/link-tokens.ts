import { cutRun, type LinkedUnit } from '#lib/transcript/align/cut-run';
import { linkWords } from '#lib/transcript/align/link-words';
import type { Token } from '#lib/transcript/align/tokens';
import { hasUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

/** The words of a text with the indexes of their machine words, or -1. The indexes are ascending. */
export interface LinkedTokens {
  tokens: readonly Token[];
  links: Int32Array;
  /** The index of each word's run between white space; undefined if every word is a run. */
  runs?: Int32Array;
}

/**
 * Links a text to machine words. Words are separated by white space. In scripts without spaces, where dictionaries and
 * recognizers disagree on words, text is compared by character and split: each machine word in it is a word, and the
 * rest is split by dictionary.
 */
export function linkTokens(stretches: readonly Token[], heard: readonly string[]): LinkedTokens {
  if (!stretches.some(({ text }) => hasUnspaced(text))) {
    const links = linkWords(
      stretches.map(({ text }) => text),
      heard,
    );
    return { tokens: stretches, links };
  }
  const mine = toUnits(stretches.map(({ text }) => text));
  const theirs = toUnits(heard);
  const links = linkWords(mine.texts, theirs.texts);
  const changed = countChanged(mine, theirs, links);
  const tokens: Array<Token & { link: number; weight: number; run: number }> = [];
  let unit = 0;
  for (const [run, { text, from }] of stretches.entries()) {
    const units: LinkedUnit[] = [];
    for (; mine.owners[unit] === run; unit++) {
      const other = links[unit] ?? -1;
      const word = other < 0 ? -1 : (theirs.owners[other] ?? -1);
      units.push({
        word,
        text: mine.texts[unit] ?? '',
        isSame: other >= 0 && mine.texts[unit] === theirs.texts[other],
        isKept: changed[word] === 0,
        isFirst: other >= 0 && word !== theirs.owners[other - 1],
      });
    }
    let at = 0;
    // A text may have as many words as characters. Spreading objects would dominate the cost.
    for (const { length, link, weight } of cutRun(text, units)) {
      const end = at + length;
      tokens.push({ link, weight, run, text: text.slice(at, end), from: from + at, to: from + end });
      at = end;
    }
  }
  keepHeaviest(tokens);
  return {
    tokens: tokens.map(({ text, from, to }) => ({ text, from, to })),
    links: Int32Array.from(tokens, ({ link }) => link),
    runs: Int32Array.from(tokens, ({ run }) => run),
  };
}

/** Of the words linked to the same machine word, keeps only the link of the one with most of it. */
function keepHeaviest(tokens: Array<{ link: number; weight: number }>): void {
  let last: { link: number; weight: number } | undefined;
  for (const token of tokens) {
    if (token.link < 0) continue;
    if (last?.link === token.link) {
      const lighter = token.weight > last.weight ? last : token;
      lighter.link = -1;
      if (lighter === token) continue;
    }
    last = token;
  }
}

/** Counts the changed units of each machine word. */
function countChanged(mine: Units, theirs: Units, links: Int32Array): number[] {
  const left: number[] = [];
  for (const owner of theirs.owners) left[owner] = (left[owner] ?? 0) + 1;
  for (const [unit, other] of links.entries()) {
    const owner = theirs.owners[other];
    if (owner !== undefined && mine.texts[unit] === theirs.texts[other]) left[owner] = (left[owner] ?? 0) - 1;
  }
  return left;
}

/** Texts split into characters of scripts without spaces and the text between. `owners` are text indexes. */
interface Units {
  texts: string[];
  owners: number[];
}

const unit = new RegExp(`[${unspacedWriting}]|[^${unspacedWriting}]+`, 'gu');

function toUnits(texts: readonly string[]): Units {
  const units: Units = { texts: [], owners: [] };
  for (const [owner, text] of texts.entries()) {
    for (const part of text.match(unit) ?? []) {
      units.texts.push(part);
      units.owners.push(owner);
    }
  }
  return units;
}
