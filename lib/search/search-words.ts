import { touches, withBlank } from '#lib/transcript/text/join-words';
import { cutWord } from '#lib/transcript/text/split-words';

/** The markers around a found word: characters that no transcript contains. */
const marks = { start: '\u0002', stop: '\u0003' } as const;

/** Options of PostgreSQL's `ts_headline` for `cutSnippet`. */
export const highlighting = `HighlightAll=true, StartSel=${marks.start}, StopSel=${marks.stop}`;

/** A snippet around the first match. `match` includes directly adjacent matches; `index` is within the monologue. */
export interface Snippet {
  before: string;
  match: string;
  after: string;
  index: number;
}

const wordsBefore = 6;
const wordsAfter = 10;
/** Maximum words of a match. */
const maxFound = 100;

/** Converts a search for `to_tsquery`: all words, the last as a prefix, unspaced scripts word by word. Never throws. */
export function toQuery(search: string): string {
  const runs = search.replaceAll('\0', ' ').split(/\s+/u).filter(Boolean);
  const query = runs.map((run) => cutWord(run).map(quote).join(' <-> ')).join(' & ');
  return query === '' ? '' : `${query}:*`;
}

function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Cuts a snippet around the first match of a text with single blanks, without splitting the whole text. */
export function cutSnippet(marked: string): Snippet | undefined {
  const mark = marked.indexOf(marks.start);
  if (mark === -1) return undefined;
  const start = marked.lastIndexOf(' ', mark) + 1;
  let from = start;
  for (let n = 0; n < wordsBefore && from > 0; n += 1) from = marked.lastIndexOf(' ', from - 2) + 1;
  const words = [
    ...marked.slice(from, start).split(' ').slice(0, -1),
    ...marked.slice(start).split(' ', maxFound + wordsAfter + 1),
  ];
  const isFound = (word = '') => word.includes(marks.start);
  const at = words.findIndex(isFound);
  const plain = words.map(unmark);
  let end = at + 1;
  while (end - at < maxFound && isFound(words[end]) && touches(plain[end - 1] ?? '', plain[end] ?? ''))
    end += 1;
  const last = Math.min(words.length, end + wordsAfter);
  const shown = plain.map((word, i) => (i === 0 ? word : withBlank(plain[i - 1], { text: word })));
  const match = shown.slice(at, end).join('');
  const blank = /^ /.exec(match)?.[0] ?? '';
  return {
    before: `${from > 0 ? '… ' : ''}${shown.slice(0, at).join('')}${blank}`,
    match: match.slice(blank.length),
    after: `${shown.slice(end, last).join('')}${last < words.length ? ' …' : ''}`,
    index: countBlanks(marked, start),
  };
}

function countBlanks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf(' '); at !== -1 && at < end; at = text.indexOf(' ', at + 1)) count += 1;
  return count;
}

function unmark(text: string): string {
  return text.replaceAll(marks.start, '').replaceAll(marks.stop, '');
}
