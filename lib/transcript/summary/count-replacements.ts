import { createMatchBudget, matchTokens, type MatchBudget } from '#lib/transcript/diff/match-tokens';
import { toWords } from '#lib/transcript/text/cut-unspaced';
import { joinWords } from '#lib/transcript/text/join-words';

export interface TextChange {
  before: string;
  after: string;
}

/** The longest text that is looked for: a replacement made everywhere is mostly of a short one. */
const maxSought = 1000;
/** The most that a search may cost: letters looked for times letters looked through. */
const maxLooks = 50_000_000;

/** Counts how often one text replaced another, if that is all that changed and twice or more; else 0. Case is ignored. */
export function countReplacements(texts: readonly TextChange[]): number {
  const changes: TextChange[] = [];
  const budget = createMatchBudget();
  for (const text of texts) {
    for (const change of findChanges(text, budget)) {
      if (change.before === '') return 0;
      changes.push(change);
    }
  }
  const candidates = [findShortest(changes), findShortest(changes.flatMap(toWordChanges))];
  return Math.max(...candidates.map((candidate) => (candidate ? countAll(candidate, changes) : 0)));
}

const findShortest = (changes: readonly TextChange[]): TextChange | undefined =>
  changes.toSorted((a, b) => a.before.length - b.before.length)[0];

/** A run of as many words as before, word by word. */
function toWordChanges({ before, after }: TextChange): TextChange[] {
  const [was, is] = [toWords(before), toWords(after)];
  return was.length === is.length ? was.map((word, i) => withoutPunctuation(word, is[i] ?? '')) : [];
}

/** The number of changes where the replacement makes them all; 0 where it doesn't, or only once. */
function countAll(replacement: TextChange, changes: readonly TextChange[]): number {
  const { length } = replacement.before;
  const looks = length * changes.reduce((sum, { before }) => sum + before.length, 0);
  if (length === 0 || length > maxSought || looks > maxLooks) return 0;
  const sought = new RegExp(replacement.before.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'giu');
  let count = 0;
  for (const { before, after } of changes) {
    const made = before.replaceAll(sought, () => {
      count += 1;
      return replacement.after;
    });
    if (tidy(made) !== after) return 0;
  }
  return count >= 2 ? count : 0;
}

/** The runs of words that differ, without the punctuation that stays around them. */
function findChanges({ before, after }: TextChange, budget: MatchBudget): TextChange[] {
  const [was, is] = [toWords(before), toWords(after)];
  const matches = matchTokens(was, is, budget);
  const changes: TextChange[] = [];
  let [from, start] = [0, 0];
  for (let i = 0; i <= was.length; i++) {
    const match = i < was.length ? (matches[i] ?? -1) : is.length;
    if (match < 0) continue;
    if (from < i || start < match) {
      changes.push(withoutPunctuation(join(was.slice(from, i)), join(is.slice(start, match))));
    }
    from = i + 1;
    start = match + 1;
  }
  return changes;
}

const tidy = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

const join = (words: readonly string[]): string => joinWords(words.map((text) => ({ text })));

function withoutPunctuation(before: string, after: string): TextChange {
  const [, leading = ''] = /^([^\p{L}\p{N}]*)/u.exec(before) ?? [];
  const [, trailing = ''] = /[\p{L}\p{N}]([^\p{L}\p{N}]*)$/u.exec(before) ?? [];
  const isAround = after.length >= leading.length + trailing.length;
  if (!isAround || !after.startsWith(leading) || !after.endsWith(trailing)) return { before, after };
  return {
    before: before.slice(leading.length, before.length - trailing.length),
    after: after.slice(leading.length, after.length - trailing.length),
  };
}
