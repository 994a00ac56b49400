import * as texts from '#messages/editor/times';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { formatTimeCode } from '#lib/transcript/text/time-code';
import type { Command, EditorServices } from '#components/editor/context.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { isAttached, whitespaceAfter, whitespaceBefore } from '#components/editor/document/whitespace.ts';
import { timeAtCaret } from './time-at-caret';

/** The command that inserts the time at the caret, in the account's format. */
export const insertTimeCommand: Command = {
  id: 'insert-time',
  title: texts.insert,
  group: 'text',
  keys: ['Alt+KeyM'],
  edits: true,
  run(services) {
    const { editor, settings, announce } = services;
    const time = formatTimeCode(getCaretMs(services), settings.get());
    singleUndoStep(editor.view, insertTime(editor.state, time));
    editor.view.focus();
    announce(texts.inserted({ time }));
  },
};

/** The time at the caret, or at the start of the selection. */
export function getCaretMs({
  editor: { state },
  words,
  player,
}: Pick<EditorServices, 'editor' | 'words' | 'player'>): number {
  const playheadMs = player.state().kind === 'ready' ? player.currentMs() : undefined;
  return timeAtCaret(state.doc, getStart(state), words, playheadMs);
}

/** The start of the selection, inside a monologue even if whole monologues are selected. */
const getStart = ({ selection }: EditorState): number =>
  TextSelection.between(selection.$from, selection.$to).from;

/** Inserts a time before the caret or selection, with a space on each side, and puts the caret after it. */
export function insertTime(state: EditorState, time: string): Transaction {
  const { doc, tr } = state;
  const $at = doc.resolve(getStart(state));
  const isStuckBefore = $at.parentOffset > 0 && whitespaceBefore($at) === 0 && !isAttached($at, $at);
  const isStuckAfter = whitespaceAfter($at) === 0;
  tr.insertText(`${isStuckBefore ? ' ' : ''}${time}${isStuckAfter ? ' ' : ''}`, $at.pos);
  const behind = tr.mapping.map($at.pos) + (isStuckAfter ? 0 : 1);
  return tr.setSelection(TextSelection.create(tr.doc, behind)).scrollIntoView();
}
