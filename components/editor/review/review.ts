import type { Node } from '@tiptap/pm/model';
import type { Doubt, DoubtKind } from '#lib/transcripts/find-doubts';
import type { Place } from './place-doubts';

/** The place somebody is at; its stretch follows what is typed there. */
export interface Current extends Place {
  /** What the machine heard there. */
  heard: string;
}

/** As `Current`, and what became of it. */
export interface ShownCurrent extends Current {
  /** What stands there now, where somebody has changed it. */
  correction: string | undefined;
  isOpen: boolean;
}

/** What is known of a review. */
export interface ReviewState {
  isOn: boolean;
  kinds: ReadonlySet<DoubtKind>;
  /** Whether the engine said how sure it was of any word. */
  hasConfidence: boolean;
  /** How many of the words are looked at for their confidence, 0 to 1. */
  share: number;
  /** All doubtful places of the chosen kinds. */
  doubts: readonly Doubt[];
  /** Those that are left. */
  places: readonly Place[];
  /** How many of each kind are left. */
  counts: Readonly<Record<DoubtKind, number>>;
  now: ShownCurrent | undefined;
  /** Others that are left and where the machine heard the same. */
  same: readonly Place[];
  canTakeBack: boolean;
  /** Something has not reached the server yet. */
  waits: boolean;
}

/** Goes through the doubtful places of one editor's transcript. */
export interface Review {
  state: () => ReviewState;
  subscribe: (listener: () => void) => () => void;
  /** Settles when what others have reviewed is known. */
  start: () => Promise<void>;
  stop: () => void;
  change: (wanted: { kinds?: ReadonlySet<DoubtKind>; share?: number }) => void;
  /** To the next place that is left (1) or the one before (-1), round the ends; undefined when none is left. */
  go: (direction: 1 | -1, focus: 'text' | 'stay') => Place | undefined;
  visit: (place: Place, focus: 'text' | 'stay') => void;
  /** Finds these places right. */
  accept: (doubts: readonly Doubt[]) => void;
  /** Takes back what was accepted last; its place, where it is doubtful again. */
  takeBack: () => Place | undefined;
  /** Writes the correction of the current place wherever the same was heard; how often. */
  replaceSame: () => number;
}

/** What the machine heard at a place: nothing in a pause. */
export function heardAt({ doubt, text }: Place): string {
  return doubt.kind === 'silence' ? '' : text;
}

/** The current place as it stands in the document now. */
export function current(doc: Node, now: Current, places: readonly Place[]): ShownCurrent {
  const to = Math.min(now.to, doc.content.size);
  const text = doc.textBetween(Math.min(now.from, to), to, ' ').trim();
  const isOpen = places.some(({ doubt }) => doubt === now.doubt);
  const isCorrected = text !== now.heard && now.doubt.kind !== 'silence';
  return { ...now, isOpen, correction: isCorrected ? text : undefined };
}

/** The other places that are left and where the machine heard the same, capitals aside. */
export function sameAs(now: Current, places: readonly Place[]): Place[] {
  if (now.heard === '') return [];
  const heard = now.heard.toLowerCase();
  return places.filter((place) => place.doubt !== now.doubt && heardAt(place).toLowerCase() === heard);
}
