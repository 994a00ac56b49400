import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import { attributesOf, speakersOf } from '../document/to-document';
import { cleanName } from './clean-name';

/*
 * The text never holds a speaker's name, so that a change of name or colour is one change of the document's speakers.
 * Each of these is one transaction; undefined where there is nothing to change.
 */

/** Puts these speakers in the place of the document's. */
const withSpeakers = (tr: Transaction, speakers: readonly EditedSpeaker[]): Transaction =>
  tr.setDocAttribute('speakers', speakers);

/** The speaker that a name makes; without a name it is called by its number. */
export function newSpeaker(
  speakers: readonly EditedSpeaker[],
  typed: string,
  numbered: (n: number) => string,
): EditedSpeaker {
  const id = speakers.reduce((highest, one) => Math.max(highest, one.id), -1) + 1;
  const name = cleanName(typed);
  if (name !== '') return { id, name };
  const names = new Set(speakers.map((one) => one.name));
  let number = speakers.length + 1;
  while (names.has(numbered(number))) number++;
  return { id, name: numbered(number) };
}

/** Adds a speaker at the end. */
export function addSpeaker({ tr, doc }: EditorState, speaker: EditedSpeaker): Transaction {
  return withSpeakers(tr, [...speakersOf(doc), speaker]);
}

/** Gives a speaker another name everywhere. */
export function renameSpeaker(state: EditorState, id: number, typed: string): Transaction | undefined {
  const name = cleanName(typed);
  return name === '' ? undefined : changeSpeaker(state, id, { name });
}

/** Gives a speaker another of the ten colours. */
export function colourSpeaker(state: EditorState, id: number, colour: number): Transaction | undefined {
  return changeSpeaker(state, id, { colour });
}

function changeSpeaker(
  { tr, doc }: EditorState,
  id: number,
  part: Partial<EditedSpeaker>,
): Transaction | undefined {
  const speakers = speakersOf(doc);
  const one = speakers.find((speaker) => speaker.id === id);
  const isSame = (key: string) => one?.[key as keyof EditedSpeaker] === part[key as keyof EditedSpeaker];
  if (one === undefined || Object.keys(part).every(isSame)) return undefined;
  return withSpeakers(
    tr,
    speakers.map((speaker) => (speaker === one ? { ...speaker, ...part } : speaker)),
  );
}

/** Gives all that a speaker says to another, and removes the first. */
export function mergeSpeakers({ tr, doc }: EditorState, from: number, into: number): Transaction | undefined {
  const speakers = speakersOf(doc);
  const isThere = (id: number) => speakers.some((one) => one.id === id);
  if (from === into || !isThere(from) || !isThere(into)) return undefined;
  doc.forEach((node, offset) => {
    if (attributesOf(node).speaker === from) tr.setNodeAttribute(offset, 'speaker', into);
  });
  return withSpeakers(
    tr,
    speakers.filter(({ id }) => id !== from),
  );
}

/** Removes a speaker that says nothing; the last one stays. */
export function removeSpeaker({ tr, doc }: EditorState, id: number): Transaction | undefined {
  const left = speakersOf(doc).filter((one) => one.id !== id);
  if (left.length === 0 || left.length === speakersOf(doc).length || monologuesOf(doc, id) > 0)
    return undefined;
  return withSpeakers(tr, left);
}

/** How many monologues a speaker has. */
export function monologuesOf(doc: Node, id: number): number {
  return doc.children.filter((node) => attributesOf(node).speaker === id).length;
}

/** The name of a speaker of this document. */
export function nameOf(doc: Node, id: number): string {
  return speakersOf(doc).find((one) => one.id === id)?.name ?? '';
}
