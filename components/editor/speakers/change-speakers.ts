import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';

/* Names and colors are the document's, not the text's: one transaction each; undefined where nothing changes. */

/** Puts these speakers in the place of the document's. */
const withSpeakers = (tr: Transaction, speakers: readonly EditedSpeaker[]): Transaction =>
  tr.setDocAttribute('speakers', speakers);

/** The speaker that a name makes; without a name it is called by its number. */
export function newSpeaker(
  speakers: readonly EditedSpeaker[],
  typed: string,
  numbered: (n: number) => string,
): EditedSpeaker {
  const id = speakers.reduce((highest, speaker) => Math.max(highest, speaker.id), -1) + 1;
  const name = cleanName(typed);
  if (name !== '') return { id, name };
  const names = new Set(speakers.map((speaker) => speaker.name));
  let number = speakers.length + 1;
  while (names.has(numbered(number))) number++;
  return { id, name: numbered(number) };
}

/** Adds a speaker at the end. */
export function addSpeaker({ tr, doc }: EditorState, speaker: EditedSpeaker): Transaction {
  return withSpeakers(tr, [...getSpeakers(doc), speaker]);
}

/** Gives a speaker another name everywhere. */
export function renameSpeaker(state: EditorState, id: number, typed: string): Transaction | undefined {
  const name = cleanName(typed);
  return name === '' ? undefined : changeSpeaker(state, id, { name });
}

/** Gives a speaker another of the ten colors. */
export function colorSpeaker(state: EditorState, id: number, colour: number): Transaction | undefined {
  return changeSpeaker(state, id, { colour });
}

function changeSpeaker(
  { tr, doc }: EditorState,
  id: number,
  part: Partial<EditedSpeaker>,
): Transaction | undefined {
  const speakers = getSpeakers(doc);
  const current = speakers.find((speaker) => speaker.id === id);
  const isSame = (key: string) => current?.[key as keyof EditedSpeaker] === part[key as keyof EditedSpeaker];
  if (current === undefined || Object.keys(part).every(isSame)) return undefined;
  return withSpeakers(
    tr,
    speakers.map((speaker) => (speaker === current ? { ...speaker, ...part } : speaker)),
  );
}

/** Gives all that a speaker says to another, and removes the first. */
export function mergeSpeakers({ tr, doc }: EditorState, from: number, into: number): Transaction | undefined {
  const speakers = getSpeakers(doc);
  const isThere = (id: number) => speakers.some((speaker) => speaker.id === id);
  if (from === into || !isThere(from) || !isThere(into)) return undefined;
  doc.forEach((node, offset) => {
    if (getAttributes(node).speaker === from) tr.setNodeAttribute(offset, 'speaker', into);
  });
  return withSpeakers(
    tr,
    speakers.filter(({ id }) => id !== from),
  );
}

/** Removes a speaker that says nothing; the last one stays. */
export function removeSpeaker({ tr, doc }: EditorState, id: number): Transaction | undefined {
  const left = getSpeakers(doc).filter((speaker) => speaker.id !== id);
  if (left.length === 0 || left.length === getSpeakers(doc).length || countMonologues(doc, id) > 0)
    return undefined;
  return withSpeakers(tr, left);
}

/** The number of a speaker's monologues. */
function countMonologues(doc: Node, id: number): number {
  return doc.children.filter((node) => getAttributes(node).speaker === id).length;
}

/** The name of a speaker of this document. */
export function getSpeakerName(doc: Node, id: number): string {
  return getSpeakers(doc).find((speaker) => speaker.id === id)?.name ?? '';
}

/** The most UTF-16 units that a speaker's name may have; the server takes no longer one. */
export const maxNameLength = 200;

// Marks that turn the direction of what follows, names and page alike. Those for one letter stay: Arabic needs them.
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A name as it was typed or pasted, without what does harm in a page or a document, cut to its longest length. */
export function cleanName(typed: string): string {
  const clean = typed.replace(/\s/gu, ' ').replace(unwanted, '').replace(/ +/gu, ' ').trim();
  if (clean.length <= maxNameLength) return clean;
  let cut = '';
  for (const character of clean) {
    if (cut.length + character.length > maxNameLength) break;
    cut += character;
  }
  return cut.trim();
}
