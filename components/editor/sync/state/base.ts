import type { Node } from '@tiptap/pm/model';
import type { Edit, EditChange, EditedMonologue, EditedSpeaker, Piece } from '#lib/transcript/edit';
import { sortMonologues } from '#lib/transcript/edit';
import { getAttributes, toMonologue, getSpeakers } from '#components/editor/document/to-document.ts';

/* The server's last known state. Immutable nodes are compared once: only changed monologues are read. */

/** The revision that the document is based on. */
export interface Base {
  revision: number;
  speakers: readonly EditedSpeaker[];
  monologues: ReadonlyMap<string, EditedMonologue>;
}

const equals = new WeakMap<Node, EditedMonologue>();

/** Converts an edit from the server. */
export function toBase({ revision, speakers, monologues }: Edit): Base {
  return {
    revision,
    speakers,
    monologues: new Map(monologues.map((monologue) => [monologue.id, monologue])),
  };
}

/** Converts a base to an edit. */
export function baseToEdit({ revision, speakers, monologues }: Base): Edit {
  return { revision, speakers: [...speakers], monologues: sortMonologues(monologues.values()) };
}

/** The base after `change`, as `revision`. */
export function advance(base: Base, change: EditChange, revision: number): Base {
  const monologues = new Map(base.monologues);
  for (const id of change.remove) monologues.delete(id);
  for (const monologue of change.put) monologues.set(monologue.id, monologue);
  return { revision, speakers: change.speakers ?? base.speakers, monologues };
}

/** The change from the base to the document. */
export function getLocalChange(base: Base, doc: Node): EditChange {
  const put: EditedMonologue[] = [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  doc.forEach((node) => {
    const { id } = getAttributes(node);
    if (seen.has(id)) repeated.add(id);
    seen.add(id);
    const was = base.monologues.get(id);
    if (was !== undefined && equals.get(node) === was) return;
    const now = toMonologue(node);
    if (was !== undefined && areMonologuesEqual(was, now)) equals.set(node, was);
    else if (was !== undefined || !isPlaceholder(base, doc, now)) put.push(now);
  });
  const isChanged = (now: EditedMonologue): boolean => {
    const was = base.monologues.get(now.id);
    return was === undefined || !areMonologuesEqual(was, now);
  };
  const together = [...repeated].flatMap((id) => joinRepeated(doc, id)).filter(isChanged);
  const remove = [...base.monologues.keys()].filter((id) => !seen.has(id));
  const speakers = getSpeakers(doc);
  return {
    put: [...put.filter(({ id }) => !repeated.has(id)), ...together],
    remove,
    ...(areSpeakersEqual(speakers, base.speakers) ? {} : { speakers: [...speakers] }),
  };
}

/** Joins monologues with the same ID into one: saved separately, each would overwrite the others. */
function joinRepeated(doc: Node, id: string): EditedMonologue[] {
  const all = doc.children.filter((node) => getAttributes(node).id === id).map(toMonologue);
  const contents = all.map(({ content }) => content).filter(({ length }) => length > 0);
  const content = contents.flatMap((pieces, i) => (i === 0 ? pieces : [{ text: ' ' }, ...pieces]));
  return all.slice(0, 1).map((first) => ({ ...first, content }));
}

/** The change that leads from one state of a transcript to another. */
export function diffBases(was: Omit<Base, 'revision'>, now: Omit<Base, 'revision'>): EditChange {
  const put = [...now.monologues.values()].filter((monologue) => {
    const before = was.monologues.get(monologue.id);
    return before !== monologue && (before === undefined || !areMonologuesEqual(before, monologue));
  });
  const remove = [...was.monologues.keys()].filter((id) => !now.monologues.has(id));
  return {
    put,
    remove,
    ...(areSpeakersEqual(was.speakers, now.speakers) ? {} : { speakers: [...now.speakers] }),
  };
}

/** True if a change changes nothing. */
export function isEmptyChange({ put, remove, speakers }: EditChange): boolean {
  return put.length === 0 && remove.length === 0 && speakers === undefined;
}

/** The IDs of the monologues that changes touch. */
export function getTouchedIds(...changes: EditChange[]): Set<string> {
  return new Set(changes.flatMap(({ put, remove }) => [...put.map(({ id }) => id), ...remove]));
}

/** True if two lists of speakers are the same. */
export function areSpeakersEqual(a: readonly EditedSpeaker[], b: readonly EditedSpeaker[]): boolean {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every((speaker, i) => {
      const other = b[i];
      return speaker.id === other?.id && speaker.name === other.name && speaker.colour === other.colour;
    })
  );
}

/** True if two states of a monologue are equal, however their text is split into pieces. */
function areMonologuesEqual(a: EditedMonologue, b: EditedMonologue): boolean {
  return (
    a.place === b.place &&
    a.speaker === b.speaker &&
    a.from === b.from &&
    a.to === b.to &&
    a.startMs === b.startMs &&
    JSON.stringify(joined(a.content)) === JSON.stringify(joined(b.content))
  );
}

/** A document needs at least one monologue: an empty transcript's placeholder is not a change. */
function isPlaceholder(base: Base, doc: Node, { content }: EditedMonologue): boolean {
  return base.monologues.size === 0 && doc.childCount === 1 && content.length === 0;
}

function joined(content: readonly Piece[]): Array<string | [string, string | undefined]> {
  const pieces: Array<string | [string, string | undefined]> = [];
  for (const piece of content) {
    const last = pieces.at(-1);
    if ('tag' in piece) pieces.push([piece.tag, piece.note]);
    else if (typeof last === 'string') pieces[pieces.length - 1] = last + piece.text;
    else if (piece.text !== '') pieces.push(piece.text);
  }
  return pieces;
}
