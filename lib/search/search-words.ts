import { touches, withBlank } from '#lib/transcript/text/join-words';
import { cutWord } from '#lib/transcript/text/split-words';

/** What marks a word that was searched for: characters that no transcript holds. */
export const marks = { start: '\u0002', stop: '\u0003' } as const;

/**
 * Words around the first one found: `match` is it, with what follows it without a blank and was found too; `index` is its place
 * in the monologue. The three texts one after the other are the text, as its script writes it.
 */
export interface Snippet {
  before: string;
  match: string;
  after: string;
  index: number;
}

const wordsBefore = 6;
const wordsAfter = 10;

/**
 * A search as PostgreSQL's `to_tsquery` reads it: every word must be there, and the last one may go on, as it is
 * still being typed. What is written without blanks is sought as its words one after the other. Any text is a valid search.
 */
export function toQuery(search: string): string {
  const runs = search.replaceAll('\0', ' ').split(/\s+/u).filter(Boolean);
  const query = runs.map((run) => cutWord(run).map(quote).join(' <-> ')).join(' & ');
  return query === '' ? '' : `${query}:*`;
}

function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Cuts the first word found, with some around it, out of a text whose words are parted by single blanks. */
export function cutSnippet(marked: string): Snippet | undefined {
  const words = marked.split(' ');
  const isFound = (word = '') => word.includes(marks.start);
  const index = words.findIndex(isFound);
  if (index === -1) return undefined;
  const plain = words.map(unmark);
  let end = index + 1;
  while (isFound(words[end]) && touches(plain[end - 1] ?? '', plain[end] ?? '')) end += 1;
  const first = Math.max(0, index - wordsBefore);
  const last = Math.min(words.length, end + wordsAfter);
  const shown = plain.map((word, at) => (at === first ? word : withBlank(plain[at - 1], word)));
  const match = shown.slice(index, end).join('');
  const blank = /^ /.exec(match)?.[0] ?? '';
  return {
    before: `${first > 0 ? '… ' : ''}${shown.slice(first, index).join('')}${blank}`,
    match: match.slice(blank.length),
    after: `${shown.slice(end, last).join('')}${last < words.length ? ' …' : ''}`,
    index,
  };
}

function unmark(text: string): string {
  return text.replaceAll(marks.start, '').replaceAll(marks.stop, '');
}
