import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { getGap, toTextSelection } from '#components/editor/document/whitespace.ts';
import { getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';

/** Deletes the selection and splits its monologue; in an empty monologue, switches to the next speaker instead. */
export function split(state: EditorState): Transaction {
  const { tr, selection } = state;
  const { $from, $to } =
    selection instanceof TextSelection || selection.empty ? selection : toTextSelection(selection);
  // A selected tag stays: the split is after it.
  const isTag = !(selection instanceof TextSelection) && $from.sameParent($to) && $from.depth === 1;
  const first = isTag ? $to : $from;
  if (first.parent.content.size === 0 && first.sameParent($to)) return switchSpeaker(state, first.before(1));
  const gap = getGap(first, $to);
  if (!first.sameParent($to)) {
    tr.delete($to.start(1), gap.right).delete(first.after(1), $to.before(1)).delete(gap.left, first.end(1));
    return putCaretAtStart(tr, tr.mapping.map($to.before(1)));
  }
  if (gap.atStart && !gap.atEnd) {
    // The text stays in its monologue and keeps its ID, since others may be editing it now.
    const { speaker } = getAttributes(first.parent);
    tr.delete(gap.left, gap.right).insert(first.before(1), first.parent.type.create({ speaker }));
    return putCaretAtStart(tr, first.before(1) + 2);
  }
  tr.delete(gap.left, gap.right).split(gap.left);
  return putCaretAtStart(tr, gap.left + 1);
}

function putCaretAtStart(tr: Transaction, monologue: number): Transaction {
  return tr.setSelection(TextSelection.create(tr.doc, monologue + 1)).scrollIntoView();
}

function switchSpeaker({ doc, tr }: EditorState, monologue: number): Transaction {
  const speakers = getSpeakers(doc);
  const node = doc.nodeAt(monologue);
  if (node === null || speakers.length < 2) return tr;
  const now = speakers.findIndex(({ id }) => id === getAttributes(node).speaker);
  return tr.setNodeAttribute(monologue, 'speaker', speakers[(now + 1) % speakers.length]?.id ?? 0);
}
