import * as texts from '#messages/editor/tags';
import type { Transaction } from '@tiptap/pm/state';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { getCaretMs } from '#components/editor/times/insert-time.ts';
import { timeAtCaret } from '#components/editor/times/time-at-caret.ts';
import type { TagWriter } from './tag-suggestion';
import { getTagNames, writeTag } from './write-tag';
import { changeTag, insertTag, putBack, removeTag, tagAt } from './change-tags';

type TagServices = Pick<EditorServices, 'editor' | 'announce'>;
type WriterServices = TagServices & Pick<EditorServices, 'settings' | 'words' | 'player'>;

/** Formats a tag in the account's style, for the caret or the start of the selection. */
export const writeTagAtCaret = (services: WriterServices, name: string): string =>
  writeTag(name, services.settings.get(), getCaretMs(services)) ?? '';

/** Writes and announces the tags chosen from suggestions. */
export const createTagWriter = ({ editor, words, settings, announce }: WriterServices): TagWriter => ({
  getNames: () => getTagNames(settings.get()),
  write: (name, at) => writeTag(name, settings.get(), timeAtCaret(editor.state.doc, at, words)),
  onInserted: (tag) => announce(texts.inserted({ tag })),
});

/** Inserts a tag at the caret or in place of the selected words, and announces it. */
export function insert({ editor, announce }: TagServices, tag: string): void {
  const { empty } = editor.state.selection;
  const tr = insertTag(editor.state, tag);
  if (tr === undefined) return announce(texts.oneParagraph());
  singleUndoStep(editor.view, tr);
  announce(empty ? texts.inserted({ tag }) : texts.replaced({ tag }));
}

/** Changes the tag at a position, and announces it. */
export function change(services: TagServices, at: number, tag: string): void {
  apply(services, changeTag(services.editor.state, at, tag), texts.changed({ tag }));
}

/** Restores the words that a tag replaced, and announces it. */
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
