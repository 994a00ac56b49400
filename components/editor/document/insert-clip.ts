import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditedMonologue } from '#lib/transcripts/edit';
import type { MachineWord } from '#lib/transcripts/model';
import type { Clip } from './clip';
import { gapBetween, takeOut, withoutBlanks } from './joints';
import { attributesOf, speakersOf, toNode } from './to-document';

/** Where a clip is pasted. */
export interface Target {
  jobId: string;
  words: readonly MachineWord[];
}

/**
 * Puts a clip in the place of what is selected: a piece of one monologue into the text, several as monologues of
 * their own, with their speakers and their machine words if they are of this job. Ids are made anew by the repair.
 */
export function insertClip(state: EditorState, tr: Transaction, clip: Clip, target: Target): Transaction {
  takeOut(tr);
  const { $from } = tr.selection;
  const isEmpty = $from.parent.content.size === 0;
  const nodes = clip.monologues.map((one) => nodeOf(state, fitting(state, one, clip, target, $from.parent)));
  const [only] = nodes;
  if (only === undefined) return tr;
  const isInside = nodes.length === 1 && !(isEmpty && attributesOf(only).from < attributesOf(only).to);
  if (isInside) return tr.replaceSelection(new Slice(only.content, 0, 0)).scrollIntoView();
  return insertMonologues(tr, nodes.map(withoutBlanks)).scrollIntoView();
}

/** Puts monologues at the caret: round them the text is cut, without blanks and without empty parts. */
function insertMonologues(tr: Transaction, nodes: readonly Node[]): Transaction {
  const { $from } = tr.selection;
  const { left, right, atStart, atEnd } = gapBetween($from, $from);
  const before = $from.before(1);
  if (atStart && atEnd) {
    tr.replaceWith(before, $from.after(1), Fragment.from(nodes));
    return atEndOf(tr, before, nodes);
  }
  tr.delete(left, right);
  if (!atStart && !atEnd) tr.split(left);
  const position = atStart ? before : left + 1;
  tr.insert(position, Fragment.from(nodes));
  return atEndOf(tr, position, nodes);
}

function atEndOf(tr: Transaction, position: number, nodes: readonly Node[]): Transaction {
  const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  return tr.setSelection(Selection.near(tr.doc.resolve(position + size - 1), -1));
}

const nodeOf = ({ schema }: EditorState, one: EditedMonologue): Node => schema.nodeFromJSON(toNode(one));

/** The monologue as it can stand here: without words of another recording, and with a speaker that there is. */
function fitting(
  { doc }: EditorState,
  one: EditedMonologue,
  { jobId }: Clip,
  target: Target,
  place: Node,
): EditedMonologue {
  const isOurs = jobId === target.jobId && one.to <= target.words.length;
  const isKnown = jobId === target.jobId && speakersOf(doc).some(({ id }) => id === one.speaker);
  const { startMs, from, to, content } = one;
  const timing = isOurs ? { from, to, ...(startMs === undefined ? {} : { startMs }) } : { from: 0, to: 0 };
  return {
    id: '',
    place: '',
    speaker: isKnown ? one.speaker : attributesOf(place).speaker,
    ...timing,
    content,
  };
}
