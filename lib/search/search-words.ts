/** What marks a word that was searched for: characters that no transcript holds. */
export const marks = { start: '\u0002', stop: '\u0003' } as const;

/** Words around the first one found: `match` is it, `index` its place in the monologue. */
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
 * still being typed. Any text is a valid search.
 */
export function toQuery(search: string): string {
  const words = search.replaceAll('\0', ' ').split(/\s+/u).filter(Boolean);
  return words
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)
    .map((word, index) => (index === words.length - 1 ? `${word}:*` : word))
    .join(' & ');
}

/** Cuts the first word found, with some around it, out of a text whose words are parted by single blanks. */
export function cutSnippet(marked: string): Snippet | undefined {
  const words = marked.split(' ');
  const index = words.findIndex((word) => word.includes(marks.start));
  const match = words[index];
  if (match === undefined) return undefined;
  const before = words.slice(Math.max(0, index - wordsBefore), index);
  const after = words.slice(index + 1, index + 1 + wordsAfter);
  return {
    before: unmark(`${index > wordsBefore ? '… ' : ''}${before.join(' ')}`),
    match: unmark(match),
    after: unmark(`${after.join(' ')}${words.length > index + 1 + wordsAfter ? ' …' : ''}`),
    index,
  };
}

function unmark(text: string): string {
  return text.replaceAll(marks.start, '').replaceAll(marks.stop, '');
}
