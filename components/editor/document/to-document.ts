import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Edit, EditedMonologue, EditedSpeaker, Piece } from '#lib/transcript/edit';

/** The attributes of a monologue's node. */
export interface MonologueAttributes {
  id: string;
  place: string;
  speaker: number;
  from: number;
  to: number;
  startMs: number | null;
}

/** Reads the attributes of a monologue's node. */
export const getAttributes = (node: Node): MonologueAttributes => node.attrs as MonologueAttributes;

/** The speakers of a document. */
export const getSpeakers = (doc: Node): readonly EditedSpeaker[] =>
  (doc.attrs as { speakers: readonly EditedSpeaker[] }).speakers;

/** Converts an edit to the editor's document. An empty edit gets one empty monologue to type in. */
export function toDocument({ speakers, monologues }: Omit<Edit, 'revision'>): JSONContent {
  const shown = monologues.length > 0 ? monologues : [emptyMonologue(speakers)];
  return { type: 'doc', attrs: { speakers }, content: shown.map(toNode) };
}

/** Converts a monologue to a document node. */
export function toNode({ content, ...attributes }: EditedMonologue): JSONContent {
  return {
    type: 'monologue',
    attrs: { ...attributes, startMs: attributes.startMs ?? null },
    content: content.map((piece) =>
      'tag' in piece
        ? { type: 'tag', attrs: { tag: piece.tag, note: piece.note ?? null } }
        : { type: 'text', text: piece.text },
    ),
  };
}

/** Converts a document node to the monologue to save. */
export function toMonologue(node: Node): EditedMonologue {
  const { startMs, ...rest } = getAttributes(node);
  return { ...rest, ...(startMs === null ? {} : { startMs }), content: toPieces(node) };
}

/** Converts the document to an edit, in document order. */
export function toEdit(doc: Node): Omit<Edit, 'revision'> {
  const monologues: EditedMonologue[] = [];
  doc.forEach((node) => monologues.push(toMonologue(node)));
  return { speakers: [...getSpeakers(doc)], monologues };
}

/** The position before the monologue at this index, or the end of the document. */
export function getStart(doc: Node, index: number): number {
  let position = 0;
  for (let i = 0; i < index; i++) position += doc.child(i).nodeSize;
  return position;
}

/** Stands for a tag in a monologue's text: one character, neither whitespace nor a letter. */
export const tagMark = '\ufffc';

/** The text of a monologue's node between two offsets. */
export const getText = (node: Node, from = 0, to = node.content.size): string =>
  node.textBetween(from, to, undefined, tagMark);

/** The content of a monologue's node. */
export function toPieces(node: Node): Piece[] {
  const content: Piece[] = [];
  node.forEach((child) => {
    if (child.isText) content.push({ text: child.text ?? '' });
    else content.push(toTagPiece(child));
  });
  return content;
}

function toTagPiece(node: Node): Piece {
  const { tag, note } = node.attrs as { tag: string; note: string | null };
  return note === null ? { tag } : { tag, note };
}

function emptyMonologue(speakers: readonly EditedSpeaker[]): EditedMonologue {
  return { id: 'first', place: 'a0', speaker: speakers[0]?.id ?? 0, from: 0, to: 0, content: [] };
}

/** Colors of speakers; a speaker without one takes the color of its id. */
const speakerColorCount = 10;

/** The color of a speaker, 0 to 9. */
export const getSpeakerColor = ({ id, colour }: EditedSpeaker): number => colour ?? id % speakerColorCount;
