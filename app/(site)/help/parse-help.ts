import { toParts, type Part } from '#app/(site)/release-notes/parse-changelog';

/* Parses docs/editor.md: headings, paragraphs, tables, and inline parts as in the changelog. File links become text. */

/** A heading with its anchor, a paragraph, or a table, whose first row names its columns. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; parts: Part[] }
  | { kind: 'table'; rows: Part[][][] };

const heading = /^(##|###) (.+)$/;
const fileLink = /\[([^\]]+)\]\((?!https?:|\/)[^)]*\)/g;
const line = /^\| *-/;

/** Parses the blocks of the help, in order. Skips its title, which the page has. */
export function parseHelp(markdown: string): Block[] {
  return markdown
    .replaceAll(fileLink, '$1')
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('# '))
    .map(toBlock);
}

function toBlock(text: string): Block {
  const [, marks, title] = heading.exec(text) ?? [];
  if (title !== undefined) {
    return { kind: 'heading', level: marks === '##' ? 2 : 3, id: toAnchor(title), text: title };
  }
  if (!text.startsWith('|')) return { kind: 'paragraph', parts: toParts(text.replaceAll('\n', ' ')) };
  const rows = text.split('\n').filter((row) => !line.test(row));
  return {
    kind: 'table',
    rows: rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => toParts(cell.trim())),
    ),
  };
}

const toAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replaceAll(' ', '-');
