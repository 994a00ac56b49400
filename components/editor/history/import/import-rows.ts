import type { ComparedMonologue } from '#lib/transcript/diff/compare-words';
import type { ChangeOrUnchanged } from '#lib/transcript/diff/choose-changes';
import type { FileComment } from './previewed';

/** A row of a preview with its paragraphs' comments. Unchanged stretches are shown only if they have comments. */
export type ImportRow =
  | { kind: 'change'; change: Exclude<ChangeOrUnchanged, { kind: 'unchanged' }>; comments: FileComment[] }
  | { kind: 'commented'; paragraph: ComparedMonologue; comments: FileComment[] }
  | { kind: 'left-out'; paragraphs: ComparedMonologue[] };

/** The rows of a preview, and the comments that belong to none of its paragraphs. */
export function toImportRows(
  divided: readonly ChangeOrUnchanged[],
  comments: readonly FileComment[],
): { rows: ImportRow[]; loose: FileComment[] } {
  const on = new Map<string, FileComment[]>();
  for (const comment of comments) {
    if (comment.monologue === undefined) continue;
    const others = on.get(comment.monologue);
    if (others === undefined) on.set(comment.monologue, [comment]);
    else others.push(comment);
  }
  const take = (paragraphs: readonly ComparedMonologue[]): FileComment[] =>
    paragraphs.flatMap(({ id }) => {
      const own = on.get(id) ?? [];
      on.delete(id);
      return own;
    });
  const rows: ImportRow[] = [];
  for (const part of divided) {
    if (part.kind === 'rename') rows.push({ kind: 'change', change: part, comments: [] });
    else if (part.kind === 'paragraphs') {
      rows.push({ kind: 'change', change: part, comments: take(part.paragraphs) });
    } else addUnchanged(rows, part.paragraphs, take);
  }
  const rest = new Set([...on.values()].flat());
  return { rows, loose: comments.filter((comment) => comment.monologue === undefined || rest.has(comment)) };
}

function addUnchanged(
  rows: ImportRow[],
  paragraphs: readonly ComparedMonologue[],
  take: (paragraphs: readonly ComparedMonologue[]) => FileComment[],
): void {
  for (const paragraph of paragraphs) {
    const comments = take([paragraph]);
    const last = rows.at(-1);
    if (comments.length > 0) rows.push({ kind: 'commented', paragraph, comments });
    else if (last?.kind === 'left-out') last.paragraphs.push(paragraph);
    else rows.push({ kind: 'left-out', paragraphs: [paragraph] });
  }
}
