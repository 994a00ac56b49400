import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { joinAcross } from '#components/editor/document/whitespace.ts';

/** Joins the monologue at the caret to the previous one, whose speaker stays unless empty. Undefined in the first. */
export function mergeUp({ selection, tr }: EditorState): Transaction | undefined {
  const { $from } = selection;
  if ($from.depth === 0 || $from.index(0) === 0) return undefined;
  const start = $from.start(1);
  const offset = $from.parentOffset;
  const { begin } = joinAcross(tr, start - 2, start);
  const caret = offset === 0 ? begin : tr.mapping.map($from.pos);
  return tr.setSelection(TextSelection.create(tr.doc, caret)).scrollIntoView();
}

/** Joins the next monologue to the one at the caret in the same way. Undefined in the last. */
export function mergeDown({ doc, selection, tr }: EditorState): Transaction | undefined {
  const { $from } = selection;
  if ($from.depth === 0 || $from.index(0) === doc.childCount - 1) return undefined;
  const caret = $from.pos;
  const { end, begin } = joinAcross(tr, $from.end(1), $from.end(1) + 2);
  const stays = Math.min(caret, begin);
  const position = $from.parent.content.size === 0 ? end : stays;
  return tr.setSelection(TextSelection.create(tr.doc, position)).scrollIntoView();
}
