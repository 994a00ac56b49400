import { closeHistory } from '@tiptap/pm/history';
import type { EditorState, Transaction } from '@tiptap/pm/state';

/** A place where transactions go, such as an editor's view. */
export interface Dispatcher {
  readonly state: EditorState;
  dispatch: (transaction: Transaction) => void;
}

/** Dispatches a change as an undo step of its own, without what was typed right before or after it. */
export function singleUndoStep(dispatcher: Dispatcher, change: Transaction): void {
  dispatcher.dispatch(closeHistory(change));
  dispatcher.dispatch(closeHistory(dispatcher.state.tr));
}
