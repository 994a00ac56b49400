import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';

/* Names and colors are document attributes: each change is one transaction, or undefined if nothing changes. */

/** Replaces the document's speakers. */
const withSpeakers = (tr: Transaction, speakers: readonly EditedSpeaker[]): Transaction =>
  tr.setDocAttribute('speakers', speakers);

/** Creates a speaker with this name, or else one named by number. */
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

/** Renames a speaker everywhere. */
export function renameSpeaker(state: EditorState, id: number, typed: string): Transaction | undefined {
  const name = cleanName(typed);
  return name === '' ? undefined : changeSpeaker(state, id, { name });
}

/** Changes a speaker's color to another of the ten. */
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

/** Assigns everything a speaker says to another one, and removes the first. */
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

/** Removes a speaker without monologues, unless it is the only one. */
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

/** The maximum length of a speaker's name in UTF-16 units, also enforced by the server. */
export const maxNameLength = 200;

// Includes bidirectional marks that affect the text after them. Single-letter marks stay: Arabic needs them.
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Sanitizes a typed or pasted name for pages and documents, and truncates it. */
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
