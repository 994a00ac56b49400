import { TextSelection } from '@tiptap/pm/state';
import { revealPosition } from '#components/editor/document/scroll-into-view.ts';
import { wordAt } from '#components/editor/document/timing.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { middleOfPage } from '#components/editor/player/playing-word/follow-word.ts';

/** Puts the caret at the word that is said at `ms`, and the focus into the text. */
export function moveCaretTo({ editor, words }: Pick<EditorServices, 'editor' | 'words'>, ms: number): void {
  const word = wordAt(editor.state.doc, ms, words);
  if (word === undefined) return;
  const { view, state } = editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, word.from)));
  revealPosition(view, word.from, middleOfPage, 'smooth');
  view.focus();
}
