import { cutRun, type LinkedUnit } from '#lib/transcript/align/cut-run';
import { linkWords } from '#lib/transcript/align/link-words';
import type { Token } from '#lib/transcript/align/tokens';
import { hasUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

/** Words of a text, and for each the number of the machine word that it was, or -1; these numbers only rise. */
export interface LinkedTokens {
  tokens: readonly Token[];
  links: Int32Array;
  /** For each the number of the stretch between white space that it stands in; undefined where each is its own. */
  runs?: Int32Array;
}

/**
 * Links a text to machine words. What stands between white space is one word; but where a script is written without,
 * it is compared character by character, as dictionaries and recognizers don't agree on its words, and cut: each
 * machine word that stands there is a word of its own, and what was written is cut by the dictionary.
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
    // A text may have as many words as characters: copying their fields with `...` would take most of the time.
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

/** Of the words that are linked to the same machine word, leaves the link to the one that has most of it. */
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

/** For each machine word how many of its units don't stand as they were heard. */
function countChanged(mine: Units, theirs: Units, links: Int32Array): number[] {
  const left: number[] = [];
  for (const owner of theirs.owners) left[owner] = (left[owner] ?? 0) + 1;
  for (const [unit, other] of links.entries()) {
    const owner = theirs.owners[other];
    if (owner !== undefined && mine.texts[unit] === theirs.texts[other]) left[owner] = (left[owner] ?? 0) - 1;
  }
  return left;
}

/** Texts in characters of scripts without blanks and the text between; `owners` are the numbers of the texts. */
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
