import type { Node } from '@tiptap/pm/model';
import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditedMonologue, EditedSpeaker } from '#lib/transcripts/edit';
import { attributesOf, speakersOf, toNode } from '../document/to-document';
import { areSame } from './base';
import { bringContent } from './bring-content';

/** What some of the document's monologues shall be; one that shall not be there is undefined. */
export interface Goal {
  monologues: ReadonlyMap<string, EditedMonologue | undefined>;
  speakers: readonly EditedSpeaker[];
}

/** The mark of changes that were made elsewhere: no repair, no history, nothing to save. */
export const remoteMeta = 'remote';

/**
 * The transaction that brings some monologues to their goal and leaves all others alone. Only what differs is
 * replaced; the selection stays at its words, before what others insert at it. Not for the undo history.
 */
export function bringTo(state: EditorState, { monologues, speakers }: Goal): Transaction {
  const { tr, doc } = state;
  const there = new Map<string, Placed>();
  doc.forEach((node, position) => {
    const { id } = attributesOf(node);
    if (monologues.has(id)) there.set(id, { node, position });
  });
  const moved = movedIds(doc, monologues);
  insertMissing(tr, { monologues, there, moved });
  const oldest = [...there].toSorted(([, a], [, b]) => b.position - a.position);
  for (const [id, { node, position }] of oldest) {
    const goal = monologues.get(id);
    const at = tr.mapping.map(position);
    if (goal === undefined || moved.has(id)) removeAt(tr, at, node);
    else bringMonologue(tr, { at, node, goal });
  }
  if (!areSame(speakersOf(doc), speakers)) tr.setDocAttribute('speakers', speakers);
  keepSelection(tr, state.selection);
  return tr.setMeta('addToHistory', false).setMeta(remoteMeta, true);
}

interface Placed {
  node: Node;
  position: number;
}

interface Arrival {
  monologues: Goal['monologues'];
  there: ReadonlyMap<string, Placed>;
  moved: ReadonlySet<string>;
}

type Order = Pick<EditedMonologue, 'place' | 'id'>;

const isBehind = (a: Order, b: Order): boolean => a.place > b.place || (a.place === b.place && a.id > b.id);

/** Those whose new place is not between their neighbours. */
function movedIds(doc: Node, goals: Goal['monologues']): Set<string> {
  const rows: Array<Order & { isChanged: boolean }> = [];
  doc.forEach((node) => {
    const { id, place } = attributesOf(node);
    const goal = goals.get(id);
    if (goal === undefined && goals.has(id)) return;
    rows.push({ id, place: goal?.place ?? place, isChanged: goal !== undefined && goal.place !== place });
  });
  const moved = new Set<string>();
  let last: Order | undefined;
  for (const [i, row] of rows.entries()) {
    const next = row.isChanged ? rows.slice(i + 1).find(({ isChanged }) => !isChanged) : undefined;
    const isAhead = row.isChanged && last !== undefined && !isBehind(row, last);
    if (isAhead || (next !== undefined && !isBehind(next, row))) moved.add(row.id);
    else last = row;
  }
  return moved;
}

/** Each goes before the first that stays and belongs behind it. */
function insertMissing(tr: Transaction, { monologues, there, moved }: Arrival): void {
  const leaves = ([id]: [string, Placed]): boolean => moved.has(id) || monologues.get(id) === undefined;
  const leaving = new Set([...there].filter(leaves).map(([, { node }]) => node));
  const missing = [...monologues.values()]
    .filter((goal) => goal !== undefined)
    .filter(({ id }) => !there.has(id) || moved.has(id))
    .toSorted((a, b) => (isBehind(a, b) ? -1 : 1));
  for (const goal of missing) {
    let at: number | undefined;
    tr.doc.forEach((node, position) => {
      const { id, place } = attributesOf(node);
      if (at !== undefined || leaving.has(node)) return;
      if (isBehind({ id, place: monologues.get(id)?.place ?? place }, goal)) at = position;
    });
    tr.insert(at ?? tr.doc.content.size, tr.doc.type.schema.nodeFromJSON(toNode(goal)));
  }
}

function removeAt(tr: Transaction, at: number, node: Node): void {
  const last = tr.doc.childCount === 1;
  if (!last) tr.delete(at, at + node.nodeSize);
  // A document has at least one monologue.
  else tr.replaceWith(at, at + node.nodeSize, node.type.create({ ...node.attrs, from: 0, to: 0 }));
}

function bringMonologue(
  tr: Transaction,
  { at, node, goal }: { at: number; node: Node; goal: EditedMonologue },
): void {
  const made = tr.doc.type.schema.nodeFromJSON(toNode(goal));
  bringContent(tr, at + 1, node.content, made.content);
  for (const [name, value] of Object.entries(made.attrs)) {
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
