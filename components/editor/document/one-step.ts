import { closeHistory } from '@tiptap/pm/history';
import type { EditorState, Transaction } from '@tiptap/pm/state';

/** A place where transactions go, such as an editor's view. */
export interface Desk {
  readonly state: EditorState;
  dispatch: (transaction: Transaction) => void;
}

/** Makes a change that one undo takes back by itself, without what was typed right before or after it. */
export function inOneStep(desk: Desk, change: Transaction): void {
  desk.dispatch(closeHistory(change));
  desk.dispatch(closeHistory(desk.state.tr));
}
