import { closeHistory } from '@tiptap/pm/history';
import type { EditorState, Transaction } from '@tiptap/pm/state';

/** Dispatches transactions, as an editor's view does. */
export interface Dispatcher {
  readonly state: EditorState;
  dispatch: (transaction: Transaction) => void;
}

/** Dispatches a change as an undo step of its own, separate from typing before and after it. */
export function singleUndoStep(dispatcher: Dispatcher, change: Transaction): void {
  dispatcher.dispatch(closeHistory(change));
  dispatcher.dispatch(closeHistory(dispatcher.state.tr));
}
