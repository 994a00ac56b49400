import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { Clip } from './clip';
import { getGap, removeSelection, trimNode } from '#components/editor/document/whitespace.ts';
import { getAttributes, getSpeakers, toNode } from '#components/editor/document/to-document.ts';

/** The transcript that a clip is pasted into. */
export interface PasteTarget {
  jobId: string;
  words: readonly MachineWord[];
}

/** Replaces the selection: one monologue is pasted as text, several with speakers and this job's machine words. */
export function insertClip(
  state: EditorState,
  tr: Transaction,
  clip: Clip,
  target: PasteTarget,
): Transaction {
  removeSelection(tr);
  const { $from } = tr.selection;
  const isEmpty = $from.parent.content.size === 0;
  const nodes = clip.monologues.map((monologue) =>
    createNode(state, adaptMonologue(state, monologue, clip, target, $from.parent)),
  );
  const [only] = nodes;
  if (only === undefined) return tr;
  const isInside = nodes.length === 1 && !(isEmpty && getAttributes(only).from < getAttributes(only).to);
  if (isInside) return tr.replaceSelection(new Slice(only.content, 0, 0)).scrollIntoView();
  return insertMonologues(tr, nodes.map(trimNode)).scrollIntoView();
}

/** Inserts monologues at the caret and splits the text there, trimmed at the cuts and without empty parts. */
function insertMonologues(tr: Transaction, nodes: readonly Node[]): Transaction {
  const { $from } = tr.selection;
  const { left, right, atStart, atEnd } = getGap($from, $from);
  const before = $from.before(1);
  if (atStart && atEnd) {
    tr.replaceWith(before, $from.after(1), Fragment.from(nodes));
    return putCaretAtEnd(tr, before, nodes);
  }
  tr.delete(left, right);
  if (!atStart && !atEnd) tr.split(left);
  const position = atStart ? before : left + 1;
  tr.insert(position, Fragment.from(nodes));
  return putCaretAtEnd(tr, position, nodes);
}

function putCaretAtEnd(tr: Transaction, position: number, nodes: readonly Node[]): Transaction {
  const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  return tr.setSelection(Selection.near(tr.doc.resolve(position + size - 1), -1));
}

const createNode = ({ schema }: EditorState, monologue: EditedMonologue): Node =>
  schema.nodeFromJSON(toNode(monologue));

/** Adapts a pasted monologue: drops the words of another recording, and picks an existing speaker. */
function adaptMonologue(
  { doc }: EditorState,
  monologue: EditedMonologue,
  { jobId }: Clip,
  target: PasteTarget,
  parent: Node,
): EditedMonologue {
  const isOurs = jobId === target.jobId && monologue.to <= target.words.length;
  const isKnown = jobId === target.jobId && getSpeakers(doc).some(({ id }) => id === monologue.speaker);
  const { startMs, from, to, content } = monologue;
  const timing = isOurs ? { from, to, ...(startMs === undefined ? {} : { startMs }) } : { from: 0, to: 0 };
  return {
    id: '',
    place: '',
    speaker: isKnown ? monologue.speaker : getAttributes(parent).speaker,
    ...timing,
    content,
  };
}
