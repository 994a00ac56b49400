import { createMatchBudget, matchTokens, type MatchBudget } from '#lib/transcript/diff/match-tokens';
import { toWords } from '#lib/transcript/text/cut-unspaced';
import { joinWords } from '#lib/transcript/text/join-words';

export interface TextChange {
  before: string;
  after: string;
}

/** The maximum length of a searched text: global replacements are usually short. */
const maxSought = 1000;
/** The maximum cost of a search: pattern letters times text letters. */
const maxLooks = 50_000_000;

/** Counts how often one text replaced another, ignoring case; 0 if once or if anything else changed. */
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

/** Splits a run into word changes if the number of words is unchanged. */
function toWordChanges({ before, after }: TextChange): TextChange[] {
  const [was, is] = [toWords(before), toWords(after)];
  return was.length === is.length ? was.map((word, i) => withoutPunctuation(word, is[i] ?? '')) : [];
}

/** Returns the number of changes if the replacement explains them all, 0 otherwise or if it occurs once. */
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

/** Finds the runs of words that differ, without unchanged outer punctuation. */
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
