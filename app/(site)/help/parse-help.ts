import { toParts, type Part } from '#app/(site)/release-notes/parse-changelog';

/* Reads docs/editor.md: headings, paragraphs and tables, inline parts as in the changelog. Links to files become text. */

/** A heading with its anchor, a paragraph, or a table, whose first row names its columns. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; parts: Part[] }
  | { kind: 'table'; rows: Part[][][] };

const heading = /^(##|###) (.+)$/;
const fileLink = /\[([^\]]+)\]\((?!https?:|\/)[^)]*\)/g;
const line = /^\| *-/;

/** The parts of the help, in their order. Its own title is left to the page. */
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
