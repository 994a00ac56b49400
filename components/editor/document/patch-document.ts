import type { Node } from '@tiptap/pm/model';
import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { compareMonologues, type EditedMonologue, type EditedSpeaker } from '#lib/transcript/edit';
import { getAttributes, getSpeakers, toNode } from '#components/editor/document/to-document.ts';
import { areSpeakersEqual } from '#components/editor/sync/state/base.ts';
import { patchContent } from './patch-content';

/** The target state of some monologues; undefined for one to remove. */
export interface DocumentTarget {
  monologues: ReadonlyMap<string, EditedMonologue | undefined>;
  speakers: readonly EditedSpeaker[];
}

/** Marks remote changes, which need no repair, undo step or save. */
export const remoteMeta = 'remote';

/** Changes only what differs from the target, outside the undo history, and keeps the selection. */
export function patchDocument(state: EditorState, { monologues, speakers }: DocumentTarget): Transaction {
  const { tr, doc } = state;
  const existing = new Map<string, LocatedNode>();
  doc.forEach((node, position) => {
    const { id } = getAttributes(node);
    if (monologues.has(id)) existing.set(id, { node, position });
  });
  const moved = movedIds(doc, monologues);
  insertMissing(tr, { monologues, existing, moved });
  const oldest = [...existing].toSorted(([, a], [, b]) => b.position - a.position);
  for (const [id, { node, position }] of oldest) {
    const target = monologues.get(id);
    const at = tr.mapping.map(position);
    if (target === undefined || moved.has(id)) removeAt(tr, at, node);
    else patchMonologue(tr, { at, node, target });
  }
  if (!areSpeakersEqual(getSpeakers(doc), speakers)) tr.setDocAttribute('speakers', speakers);
  keepSelection(tr, state.selection);
  return tr.setMeta('addToHistory', false).setMeta(remoteMeta, true);
}

interface LocatedNode {
  node: Node;
  position: number;
}

interface PatchContext {
  monologues: DocumentTarget['monologues'];
  existing: ReadonlyMap<string, LocatedNode>;
  moved: ReadonlySet<string>;
}

type SortKey = Pick<EditedMonologue, 'place' | 'id'>;

const isBehind = (a: SortKey, b: SortKey): boolean => compareMonologues(a, b) > 0;

/** The IDs of monologues whose new order key isn't between their neighbors'. */
function movedIds(doc: Node, targets: DocumentTarget['monologues']): Set<string> {
  const rows: Array<SortKey & { isChanged: boolean }> = [];
  doc.forEach((node) => {
    const { id, place } = getAttributes(node);
    const target = targets.get(id);
    if (target === undefined && targets.has(id)) return;
    rows.push({
      id,
      place: target?.place ?? place,
      isChanged: target !== undefined && target.place !== place,
    });
  });
  const moved = new Set<string>();
  let last: SortKey | undefined;
  for (const [i, row] of rows.entries()) {
    const next = row.isChanged ? rows.slice(i + 1).find(({ isChanged }) => !isChanged) : undefined;
    const isAhead = row.isChanged && last !== undefined && !isBehind(row, last);
    if (isAhead || (next !== undefined && !isBehind(next, row))) moved.add(row.id);
    else last = row;
  }
  return moved;
}

/** Inserts each monologue before the first remaining one that follows it in order. */
function insertMissing(tr: Transaction, { monologues, existing, moved }: PatchContext): void {
  const leaves = ([id]: [string, LocatedNode]): boolean => moved.has(id) || monologues.get(id) === undefined;
  const leaving = new Set([...existing].filter(leaves).map(([, { node }]) => node));
  const missing = [...monologues.values()]
    .filter((target) => target !== undefined)
    .filter(({ id }) => !existing.has(id) || moved.has(id))
    .toSorted((a, b) => compareMonologues(b, a));
  for (const target of missing) {
    let at: number | undefined;
    tr.doc.forEach((node, position) => {
      const { id, place } = getAttributes(node);
      if (at !== undefined || leaving.has(node)) return;
      if (isBehind({ id, place: monologues.get(id)?.place ?? place }, target)) at = position;
    });
    tr.insert(at ?? tr.doc.content.size, tr.doc.type.schema.nodeFromJSON(toNode(target)));
  }
}

function removeAt(tr: Transaction, at: number, node: Node): void {
  const last = tr.doc.childCount === 1;
  if (!last) tr.delete(at, at + node.nodeSize);
  // A document has at least one monologue.
  else tr.replaceWith(at, at + node.nodeSize, node.type.create({ ...node.attrs, from: 0, to: 0 }));
}

function patchMonologue(
  tr: Transaction,
  { at, node, target }: { at: number; node: Node; target: EditedMonologue },
): void {
  const wanted = tr.doc.type.schema.nodeFromJSON(toNode(target));
  patchContent(tr, at + 1, node.content, wanted.content);
  for (const [name, value] of Object.entries(wanted.attrs)) {
    if (node.attrs[name] !== value) tr.setNodeAttribute(at, name, value);
  }
}

function keepSelection(tr: Transaction, selection: Selection): void {
  if (!tr.docChanged || !(selection instanceof TextSelection)) return;
  const [anchor, head] = [selection.anchor, selection.head].map((at) =>
    tr.doc.resolve(tr.mapping.map(at, -1)),
  );
  if (anchor === undefined || head === undefined) return;
  tr.setSelection(
    anchor.parent.isTextblock && head.parent.isTextblock
      ? TextSelection.between(anchor, head)
      : Selection.near(head, 1),
  );
}
