import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type Selection, type Transaction } from '@tiptap/pm/state';
import { getSpace, maxLooked } from '#lib/transcript/text/join-words';
import { getText } from './to-document';

/** Counts the whitespace characters right before a position in its monologue. */
export function whitespaceBefore({ parent, parentOffset }: ResolvedPos): number {
  const text = getText(parent, 0, parentOffset);
  return text.length - text.trimEnd().length;
}

/** Counts the whitespace characters right after a position in its monologue. */
export function whitespaceAfter({ parent, parentOffset }: ResolvedPos): number {
  const text = getText(parent, parentOffset);
  return text.length - text.trimStart().length;
}

/** Trims the whitespace at a monologue's start and end. */
export function trimNode(node: Node): Node {
  const { size } = node.content;
  const text = getText(node);
  const begin = size - text.trimStart().length;
  return node.cut(begin, Math.max(begin, text.trimEnd().length));
}

/** The selection with both ends inside monologues. */
export function toTextSelection(selection: Selection): Selection {
  return TextSelection.between(selection.$from, selection.$to);
}

/** The edges of the text around a deletion or an insertion, without the whitespace between. */
export interface Gap {
  /** The end of the text before. */
  left: number;
  /** The start of the text after. */
  right: number;
  /** True if the monologue has no text before. */
  atStart: boolean;
  /** True if the monologue has no text after. */
  atEnd: boolean;
}

/** The gap between two document positions, including the whitespace around it. */
export function getGap(from: ResolvedPos, to: ResolvedPos): Gap {
  const left = from.pos - whitespaceBefore(from);
  const right = to.pos + whitespaceAfter(to);
  return { left, right, atStart: left === from.start(1), atEnd: right === to.end(1) };
}

/** True if the text before `from` and after `to` joins without a space, as in scripts that have none. */
export function isAttached(from: ResolvedPos, to: ResolvedPos): boolean {
  const before = getText(from.parent, Math.max(0, from.parentOffset - maxLooked), from.parentOffset);
  const text = getText(to.parent, to.parentOffset).slice(0, maxLooked);
  return getSpace(before, { text }) === '';
}

/**
 * Deletes the text between two positions in different monologues and joins the rest with one space, or none in scripts
 * without spaces. Keeps the first monologue's speaker and ID, or the last one's if nothing is left of the first.
 * Returns the end of the text before and the start of the text after.
 */
export function joinAcross(tr: Transaction, from: number, to: number): { end: number; begin: number } {
  const first = tr.doc.resolve(from);
  const last = tr.doc.resolve(to);
  const { left, right, atStart, atEnd } = getGap(first, last);
  if (atStart && !atEnd) {
    tr.delete(last.start(1), right).delete(first.before(1), last.before(1));
    return { end: first.start(1), begin: first.start(1) };
  }
  const isJoined = atEnd || isAttached(tr.doc.resolve(left), tr.doc.resolve(right));
  if (isJoined) tr.delete(left, right);
  else tr.insertText(' ', left, right);
  return { end: left, begin: isJoined ? left : left + 1 };
}

/** Deletes the selection and joins text of different monologues, with a space if the script has spaces. */
export function removeSelection(tr: Transaction): Transaction {
  const { selection } = tr;
  if (selection.empty) return tr;
  const { $from, $to } = selection instanceof TextSelection ? selection : toTextSelection(selection);
  if ($from.sameParent($to)) return tr.deleteSelection();
  const wasAfterBlank = whitespaceBefore($from) > 0;
  const { end, begin } = joinAcross(tr, $from.pos, $to.pos);
  return tr.setSelection(TextSelection.create(tr.doc, wasAfterBlank ? begin : end));
}
