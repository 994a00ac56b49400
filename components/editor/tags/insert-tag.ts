import * as texts from '#messages/editor/tags';
import type { Transaction } from '@tiptap/pm/state';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { changeTag, insertTag, putBack, removeTag, tagAt } from './change-tags';

type TagServices = Pick<EditorServices, 'editor' | 'announce'>;

/** Puts a tag at the caret or in the place of the selected words, and announces it. */
export function insert({ editor, announce }: TagServices, tag: string): void {
  const { empty } = editor.state.selection;
  const tr = insertTag(editor.state, tag);
  if (tr === undefined) return announce(texts.oneParagraph());
  singleUndoStep(editor.view, tr);
  announce(empty ? texts.inserted({ tag }) : texts.replaced({ tag }));
}

/** Makes another tag of the one at a place, and announces it. */
export function change(services: TagServices, at: number, tag: string): void {
  apply(services, changeTag(services.editor.state, at, tag), texts.changed({ tag }));
}

/** Puts the words back that a tag stands for, and announces it. */
export function restoreWords(services: TagServices, at: number): void {
  apply(services, putBack(services.editor.state, at), texts.wordsRestored());
}

/** Removes a tag, and announces it. */
export function remove(services: TagServices, at: number): void {
  const tag = tagAt(services.editor.state.doc, at)?.tag ?? '';
  apply(services, removeTag(services.editor.state, at), texts.removed({ tag }));
}

function apply({ editor, announce }: TagServices, tr: Transaction | undefined, announcement: string): void {
  if (tr === undefined) return;
  singleUndoStep(editor.view, tr);
  announce(announcement);
}
