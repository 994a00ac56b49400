import type { Node } from '@tiptap/pm/model';
import { isHistoryTransaction } from '@tiptap/pm/history';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { nanoid } from 'nanoid';
import { compareMonologues } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { assignOrderKeys } from '#components/editor/document/order-keys.ts';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import { repairRanges, getRoles, type Middle } from '#components/editor/document/ranges/repair-ranges.ts';
import {
  getAttributes,
  getStart,
  type MonologueAttributes,
} from '#components/editor/document/to-document.ts';

/**
 * Repairs IDs, order keys and ranges after each change: reassigns machine words after a split, merge or paste, makes
 * IDs unique, and keeps the order by (place, ID) equal to the document's. Undo and redo give a valid document, unless a
 * remote change came in between.
 */
export const repairPlugin = (words: readonly MachineWord[]): Plugin =>
  new Plugin({
    appendTransaction(transactions, before, after) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      // The author repairs remote changes. Repaired here, they would become local changes.
      if (transactions.some((tr) => tr.getMeta(remoteMeta) !== undefined)) return null;
      // A valid document is left alone: a repair would misplace the history's other changes.
      if (transactions.some(isHistoryTransaction) && isRight(after.doc)) return null;
      const { tr } = after;
      repair(tr, before.doc, words);
      return tr.docChanged ? tr : null;
    },
  });

/** True if the IDs, the order and the ranges of a document are valid. */
function isRight(doc: Node): boolean {
  const all = doc.children.map(getAttributes);
  const isPlaced = (monologue: MonologueAttributes, i: number): boolean => {
    const next = all[i + 1];
    const isInOrder = next === undefined || compareMonologues(monologue, next) < 0;
    return isInOrder && monologue.id !== '' && monologue.from <= monologue.to;
  };
  return all.every(isPlaced) && new Set(all.map(({ id }) => id)).size === all.length;
}

function repair(tr: Transaction, before: Node, words: readonly MachineWord[]): void {
  const { doc } = tr;
  const [first, behind] = countSharedEnds(before, doc);
  const end = doc.childCount - behind;
  if (end === first || isOneEdited(before, doc, first, end)) return;
  const middle: Middle = {
    old: before.children.slice(first, before.childCount - behind),
    now: doc.children.slice(first, end),
    outside: [...doc.children.slice(0, first), ...doc.children.slice(end)],
    begin: first === 0 ? 0 : getAttributes(doc.child(first - 1)).to,
  };
  const changes = getChanges(middle, words);
  const all = doc.children.map((node, i) => {
    const change = changes[i - first];
    const { id, place } = getAttributes(node);
    return { id: change?.id ?? id, place, fixed: change?.id === undefined };
  });
  for (const [i, place] of assignOrderKeys(all, first, end)) {
    const change = changes[i - first];
    if (change === undefined) setAttributes(tr, i, { place });
    else change.place = place;
  }
  for (const [k, change] of changes.entries()) setAttributes(tr, first + k, change);
}

/** The number of children that two documents share at the start and at the end. */
function countSharedEnds(before: Node, after: Node): [first: number, behind: number] {
  const shorter = Math.min(before.childCount, after.childCount);
  let first = 0;
  while (first < shorter && before.child(first) === after.child(first)) first++;
  let behind = 0;
  const fromEnd = (node: Node) => node.child(node.childCount - 1 - behind);
  while (behind < shorter - first && fromEnd(before) === fromEnd(after)) behind++;
  return [first, behind];
}

/** True if only one monologue's content changed, as on every keystroke. Undo can also change its range. */
function isOneEdited(before: Node, after: Node, first: number, end: number): boolean {
  if (end - first !== 1 || before.childCount !== after.childCount) return false;
  const was = getAttributes(before.child(first));
  const is = getAttributes(after.child(first));
  return was.id === is.id && was.place === is.place && is.from <= is.to;
}

/** The attributes to change in each middle monologue, except `place`. */
function getChanges(middle: Middle, words: readonly MachineWord[]): Array<Partial<MonologueAttributes>> {
  const ranges = repairRanges(middle, words);
  const roles = getRoles(middle);
  return middle.now.map((node, i) => {
    const isNew = roles[i] === 'new' || getAttributes(node).id === '';
    const { from, to } = ranges?.[i] ?? getAttributes(node);
    return {
      // Undo can restore one end of a range after the other end was moved.
      from: Math.min(from, to),
      to: Math.max(from, to),
      ...(isNew ? { id: `n${nanoid(12)}` } : {}),
      ...(roles[i] === 'new' ? { startMs: null } : {}),
    };
  });
}

function setAttributes(tr: Transaction, index: number, change: Partial<MonologueAttributes>): void {
  const node = tr.doc.child(index);
  const position = getStart(tr.doc, index);
  for (const [name, value] of Object.entries(change)) {
    if (node.attrs[name] !== value) tr.setNodeAttribute(position, name, value);
  }
}
