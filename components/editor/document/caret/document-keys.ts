import { Extension, isiOS, isMacOS } from '@tiptap/core';
import {
  NodeSelection,
  Selection,
  TextSelection,
  type EditorState,
  type Transaction,
} from '@tiptap/pm/state';
import {
  whitespaceAfter,
  whitespaceBefore,
  removeSelection,
} from '#components/editor/document/whitespace.ts';
import { mergeDown, mergeUp } from '#components/editor/document/paragraphs/merge.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import type { ReadableStore } from '#components/ui/store.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import { describeMerge, describeSplit } from './describe-change';
import { splitAsSet } from '#components/editor/document/sentences/capitalize.ts';

/* Keys at the caret. Tiptap's would lose a monologue's ID and speaker, and select the document as a node. */

type Change = (state: EditorState) => Transaction | undefined;
type Describe = (before: EditorState, after: EditorState) => string | undefined;

const deleteSelected: Change = ({ selection, tr }) => {
  if (selection.empty) return undefined;
  if (selection instanceof NodeSelection) return tr.deleteSelection();
  return removeSelection(tr).scrollIntoView();
};

const backspace: Change = (state) => {
  const { selection, tr } = state;
  if (!selection.empty) return deleteSelected(state);
  const { $from } = selection;
  // There is nothing to delete at the very start.
  if ($from.parentOffset === 0) return mergeUp(state) ?? tr;
  const before = $from.nodeBefore;
  return before?.isText === false ? tr.delete($from.pos - before.nodeSize, $from.pos) : undefined;
};

const forwardDelete: Change = (state) => {
  const { selection, tr } = state;
  if (!selection.empty) return deleteSelected(state);
  const { $from } = selection;
  if ($from.parentOffset === $from.parent.content.size) return mergeDown(state) ?? tr;
  const after = $from.nodeAfter;
  return after?.isText === false ? tr.delete($from.pos, $from.pos + after.nodeSize) : undefined;
};

/** Screen readers announce deleted selections on their own. */
const describeMergeAtCaret: Describe = (before, after) =>
  before.selection.empty ? describeMerge(before, after) : undefined;

const blank: Change = ({ selection, tr }) => {
  const { $from, $to } = selection;
  const isParted = selection.empty && (whitespaceBefore($from) > 0 || whitespaceAfter($to) > 0);
  return isParted ? tr : removeSelection(tr).insertText(' ').scrollIntoView();
};

const selectAll: Change = ({ doc, tr }) =>
  tr.setSelection(TextSelection.between(Selection.atStart(doc).$from, Selection.atEnd(doc).$to));

function edge(where: 'start' | 'end', reach: 'caret' | 'selection'): Change {
  return ({ doc, selection, tr }) => {
    const { $from } = where === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc);
    const anchor = reach === 'caret' ? $from : selection.$anchor;
    return tr.setSelection(TextSelection.between(anchor, $from)).scrollIntoView();
  };
}

/** Enter, Backspace, Delete, Home and End in a transcript in this language (a BCP 47 tag). */
export const documentKeys = (
  settings: ReadableStore<EditorSettings>,
  announce: (text: string) => void,
  language?: string,
) =>
  Extension.create({
    name: 'documentKeys',
    priority: 1000,
    addKeyboardShortcuts() {
      const { editor } = this;
      const on = (change: Change, describe?: Describe) => () => {
        const before = editor.state;
        const tr = change(before);
        if (tr === undefined) return false;
        if (tr.docChanged) singleUndoStep(editor.view, tr);
        else if (tr.selectionSet) editor.view.dispatch(tr);
        const text = tr.docChanged ? describe?.(before, editor.state) : undefined;
        if (text !== undefined) announce(text);
        return true;
      };
      const [up, down] = [on(backspace, describeMergeAtCaret), on(forwardDelete, describeMergeAtCaret)];
      const [start, end] = [on(edge('start', 'caret')), on(edge('end', 'caret'))];
      const [toStart, toEnd] = [on(edge('start', 'selection')), on(edge('end', 'selection'))];
      return {
        Enter: on((state) => splitAsSet(state, settings.get(), language), describeSplit),
        'Shift-Enter': on(blank),
        Backspace: up,
        'Mod-Backspace': up,
        'Shift-Backspace': up,
        'Alt-Backspace': up,
        Delete: down,
        'Mod-Delete': down,
        'Alt-Delete': down,
        'Mod-a': on(selectAll),
        'Mod-Home': start,
        'Mod-End': end,
        'Shift-Mod-Home': toStart,
        'Shift-Mod-End': toEnd,
        'Cmd-ArrowUp': start,
        'Cmd-ArrowDown': end,
        'Shift-Cmd-ArrowUp': toStart,
        'Shift-Cmd-ArrowDown': toEnd,
        ...(isMacOS() || isiOS() ? { 'Ctrl-h': up, 'Ctrl-d': down } : {}),
      };
    },
  });
