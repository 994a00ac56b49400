import { generateNKeysBetween } from 'fractional-indexing';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';
import { withBlank } from '#lib/transcript/text/join-words';

/*
 * The shapes of an edited transcript. Text is plain; a monologue names the range of machine words that it came from,
 * and `align` derives the time of each of its words from them. Order is a property of the monologue (`place`), so
 * that a change names only the monologues it touches and two people may insert at once.
 */

/** A run of text, or a tag such as `[laughter]`; `note` holds the words that the tag stands for, where it replaced some. */
export type Piece = { text: string } | { tag: string; note?: string };

/** A speaker of an edit. `colour` is one of ten, 0 to 9; without it the id chooses. */
export interface EditedSpeaker extends Speaker {
  colour?: number;
}

export interface EditedMonologue {
  /** Unique in the job, and never used again: those of the original are `m0`, `m1`, …; others are made where the monologue is. */
  id: string;
  /** Its order among the others: a key of the package `fractional-indexing`, compared by code units. */
  place: string;
  /** The id of a speaker of the same edit. */
  speaker: number;
  /** The first machine word of its range. */
  from: number;
  /** The machine word behind its range; `from` where it has none. */
  to: number;
  /** The start in milliseconds, if it was corrected by hand. */
  startMs?: number;
  content: Piece[];
}

/** A whole edited transcript: revision 0 is the original. */
export interface Edit {
  revision: number;
  speakers: EditedSpeaker[];
  /** By place, then id. */
  monologues: EditedMonologue[];
}

/** The changes of one save: whole monologues new or changed, ids of removed ones, and the speakers when any changed. */
export interface EditChange {
  put: EditedMonologue[];
  remove: string[];
  speakers?: EditedSpeaker[];
}

/** The most monologues that an edit, and so a change of it, may have. */
export const maxMonologues = 20_000;
/** The most words of an edit, which bounds the cost of a save; twelve hours of fast speech have 150,000. */
export const maxWords = 500_000;
/** The most UTF-16 units of an edit's text, of one monologue, and of a speaker's name. */
export const maxTextLength = 3_000_000;
export const maxMonologueLength = 200_000;
export const maxSpeakerName = 200;
export const maxSpeakers = 1000;

/** The machine's transcript as revision 0 of an edit, written as its script is. Always the same for the same transcript. */
export function machineEdit({
  words,
  speakers,
  monologues,
}: {
  words: readonly MachineWord[];
  speakers: readonly Speaker[];
  monologues: readonly Monologue[];
}): Edit {
  const places = generateNKeysBetween(null, null, monologues.length);
  return {
    revision: 0,
    speakers: speakers.map(({ id, name }) => ({ id, name })),
    monologues: monologues.map(({ id, speaker, from, to }, i) => ({
      id: `m${id}`,
      place: places[i] ?? '',
      speaker,
      from,
      to,
      content: joinContent(words.slice(from, to)),
    })),
  };
}

/** Words and tags as a content, spaced as all formats write them. */
function joinContent(words: readonly MachineWord[]): Piece[] {
  const pieces: Piece[] = [];
  let run = '';
  for (const [i, word] of words.entries()) {
    const written = withBlank(words[i - 1]?.text, word);
    if (word.isTag !== true) {
      run += written;
      continue;
    }
    pieces.push(...toContent(run + written.slice(0, -word.text.length)), { tag: word.text });
    run = '';
  }
  return [...pieces, ...toContent(run)];
}

/** Plain text as the content of a monologue; no piece is empty. */
export function toContent(text: string): Piece[] {
  return text === '' ? [] : [{ text }];
}

/** The monologues by place, then id. */
export function sortMonologues(monologues: Iterable<EditedMonologue>): EditedMonologue[] {
  return [...monologues].toSorted(compareMonologues);
}

/** Orders monologues as a document does: by place, then by id. */
export function compareMonologues(
  a: Pick<EditedMonologue, 'place' | 'id'>,
  b: Pick<EditedMonologue, 'place' | 'id'>,
): number {
  return compare(a.place, b.place) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function indexById<Item extends { id: unknown }>(items: Iterable<Item>): Map<Item['id'], Item> {
  return new Map(Array.from(items, (item) => [item.id, item]));
}

/** The edit with the change made in it. What is removed and was not there is left out of account. */
export function applyChange(edit: Omit<Edit, 'revision'>, change: EditChange): Omit<Edit, 'revision'> {
  const byId = indexById(edit.monologues);
  for (const id of change.remove) byId.delete(id);
  for (const monologue of change.put) byId.set(monologue.id, monologue);
  return { speakers: change.speakers ?? edit.speakers, monologues: sortMonologues(byId.values()) };
}

/** The text of a content as a reader sees it, with its tags printed in it. */
export function toText(content: readonly Piece[]): string {
  return content.map((piece) => ('tag' in piece ? piece.tag : piece.text)).join('');
}
