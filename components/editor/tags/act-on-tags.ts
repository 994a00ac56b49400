import type { Transaction } from '@tiptap/pm/state';
import { tagTexts } from '#components/texts/tags';
import { inOneStep } from '../document/one-step';
import type { Room } from '../edit-room';
import { changeTag, insertTag, putBack, removeTag, tagAt } from './change-tags';

const texts = tagTexts.said;

type Place = Pick<Room, 'editor' | 'announce'>;

/** Puts a tag at the caret or in the place of the selected words, and tells of it. */
export function insert({ editor, announce }: Place, tag: string): void {
  const { empty } = editor.state.selection;
  const tr = insertTag(editor.state, tag);
  if (tr === undefined) return announce(texts.oneMonologue);
  inOneStep(editor.view, tr);
  announce(empty ? texts.inserted(tag) : texts.replaced(tag));
}

/** Makes another tag of the one at a place, and tells of it. */
export function change(place: Place, at: number, tag: string): void {
  done(place, changeTag(place.editor.state, at, tag), texts.changed(tag));
}

/** Puts the words back that a tag stands for, and tells of it. */
export function bringBack(place: Place, at: number): void {
  done(place, putBack(place.editor.state, at), texts.putBack);
}

/** Removes a tag, and tells of it. */
export function remove(place: Place, at: number): void {
  const tag = tagAt(place.editor.state.doc, at)?.tag ?? '';
  done(place, removeTag(place.editor.state, at), texts.removed(tag));
}

function done({ editor, announce }: Place, tr: Transaction | undefined, said: string): void {
  if (tr === undefined) return;
  inOneStep(editor.view, tr);
  announce(said);
}
