import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import {
  beginsWithClosing,
  endsWithOpening,
  measurePunctuation,
} from '#components/editor/document/punctuation.ts';
import { getText } from '#components/editor/document/to-document.ts';
import { isAttached, whitespaceAfter, whitespaceBefore } from '#components/editor/document/whitespace.ts';

/** The maximum length of a tag's note in UTF-16 units, also enforced by the server. */
const maxNoteLength = 10_000;

/** A tag in a document and its text. */
export interface FoundTag {
  at: number;
  tag: string;
  note: string | null;
}

/** The tag at a document position. */
export function tagAt(doc: Node, at: number): FoundTag | undefined {
  const node = at < 0 || at > doc.content.size ? null : doc.nodeAt(at);
  if (node?.type.name !== 'tag') return undefined;
  const { tag, note } = node.attrs as { tag: string; note: string | null };
  return { at, tag, note };
}

/**
 * Inserts a tag at the caret, or replaces the selected words, which become its note. Separates it from adjacent words
 * with one space, unless the script has none. Punctuation around the selected words stays. Undefined if the selection
 * spans monologues, or has more words than a note holds.
 */
export function insertTag({ selection, tr }: EditorState, tag: string): Transaction | undefined {
  const { $from, $to } = selection;
  if ($from.depth !== 1 || !$from.sameParent($to)) return undefined;
  const { from, to } = trimSelection($from, $to);
  const note = wordsBetween($from.parent, from - $from.start(1), to - $from.start(1));
  return note.length > maxNoteLength ? undefined : putTag(tr, from, to, tag, note);
}

/** Replaces the content between two positions of one monologue with a tag, and puts the caret after it. */
export function putTag(tr: Transaction, from: number, to: number, tag: string, note: string): Transaction {
  const { schema } = tr.doc.type;
  const [start, end] = [tr.doc.resolve(from), tr.doc.resolve(to)];
  const isUnspaced = isAttached(start, end);
  const before = getText(start.parent, 0, start.parentOffset);
  const behind = getText(end.parent, end.parentOffset);
  const isStuckBefore =
    !isUnspaced && start.parentOffset > 0 && whitespaceBefore(start) === 0 && !endsWithOpening(before);
  const isStuckAfter =
    !isUnspaced && behind !== '' && whitespaceAfter(end) === 0 && !beginsWithClosing(behind);
  const made = schema.nodes['tag']?.create({ tag, note: note === '' ? null : note });
  if (made === undefined) return tr;
  const blank = schema.text(' ');
  tr.replaceWith(from, to, [...(isStuckBefore ? [blank] : []), made, ...(isStuckAfter ? [blank] : [])]);
  const caret = from + (isStuckBefore ? 1 : 0) + 1;
  return tr.setSelection(TextSelection.create(tr.doc, caret)).scrollIntoView();
}

/** Changes a tag's text and keeps its note. */
export function changeTag({ tr, doc }: EditorState, at: number, tag: string): Transaction | undefined {
  const found = tagAt(doc, at);
  return found === undefined || found.tag === tag ? undefined : tr.setNodeAttribute(at, 'tag', tag);
}

/** Replaces a tag with the words in its note, selected. Undefined for a tag without a note. */
export function putBack({ tr, doc, schema }: EditorState, at: number): Transaction | undefined {
  const note = tagAt(doc, at)?.note ?? '';
  if (note === '') return undefined;
  tr.replaceWith(at, at + 1, schema.text(note));
  return tr.setSelection(TextSelection.create(tr.doc, at, at + note.length)).scrollIntoView();
}

/** Removes a tag, one of two spaces around it, and the space before punctuation that follows. */
export function removeTag({ tr, doc }: EditorState, at: number): Transaction | undefined {
  if (tagAt(doc, at) === undefined) return undefined;
  const [before, after] = [doc.resolve(at), doc.resolve(at + 1)];
  const isFirst = before.parentOffset === 0;
  const isDouble = whitespaceAfter(after) > 0 && (isFirst || whitespaceBefore(before) > 0);
  const isLast = after.parentOffset === after.parent.content.size;
  const behind = getText(after.parent, after.parentOffset);
  const isJoined = isLast || beginsWithClosing(behind);
  tr.delete(
    at - (isJoined && !isFirst ? whitespaceBefore(before) : 0),
    at + 1 + (isDouble ? whitespaceAfter(after) : 0),
  );
  return tr.scrollIntoView();
}

/** The selection without whitespace and punctuation at its ends. */
function trimSelection($from: ResolvedPos, $to: ResolvedPos): { from: number; to: number } {
  if ($from.pos === $to.pos) return { from: $from.pos, to: $to.pos };
  const begin = $from.start(1);
  const text = getText($from.parent, $from.parentOffset, $to.parentOffset);
  if (text.trim() === '') return { from: begin + $from.parentOffset, to: begin + $from.parentOffset };
  const { before, behind } = measurePunctuation(text.trim());
  return {
    from: $from.pos + text.length - text.trimStart().length + before,
    to: $to.pos - (text.length - text.trimEnd().length) - behind,
  };
}

/** The words between two offsets. A tag contributes the words in its note, or else itself. */
function wordsBetween(node: Node, from: number, to: number): string {
  return node.textBetween(from, to, undefined, (leaf) => String(leaf.attrs['note'] ?? leaf.attrs['tag']));
}
