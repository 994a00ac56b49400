import type { Node } from '@tiptap/pm/model';
import type { ReviewItem, ReviewKind } from '#lib/transcript/review/low-confidence';
import type { ReadableStore } from '#components/ui/store.ts';
import type { AcceptedItems } from '#lib/transcript/review/find-remaining';
import { isOfWords, type LocatedItem } from './locate-items';

/** The current item; its range follows what is typed there. */
export interface CurrentItem extends LocatedItem {
  /** The machine's words. */
  original: string;
}

/** As `CurrentItem`, and how it stands now. */
export interface CurrentItemState extends CurrentItem {
  /** The current text, if it was changed. */
  correction: string | undefined;
  isOpen: boolean;
}

/** The state of a review. */
export interface ReviewState {
  isOn: boolean;
  kinds: ReadonlySet<ReviewKind>;
  /** True if the engine returned confidence for any word. */
  hasConfidence: boolean;
  /** True if there is speech that was not understood. */
  hasMissedSpeech: boolean;
  /** True if some speech may be in another language. */
  hasOtherLanguage: boolean;
  /** True if a later recognition heard other words than people wrote. */
  hasConflicts: boolean;
  /** The share of words that is reviewed for low confidence, 0 to 1. */
  share: number;
  /** All doubtful places of the chosen kinds. */
  items: readonly ReviewItem[];
  /** Those that are left. */
  remaining: readonly LocatedItem[];
  /** The number of remaining items of each kind. */
  counts: Readonly<Record<ReviewKind, number>>;
  now: CurrentItemState | undefined;
  /** Others that are left and where the machine heard the same. */
  same: readonly LocatedItem[];
  canUndo: boolean;
  /** Something has not reached the server yet. */
  isPending: boolean;
}

/** Goes through the doubtful places of one editor's transcript. */
export interface Review {
  state: ReadableStore<ReviewState>;
  /** The state of the text as it is now: while someone types, the one that is shown is a moment behind. */
  read: () => ReviewState;
  /** The words and pauses that anybody has accepted, as far as this device knows. */
  accepted: () => AcceptedItems;
  /** Fetches what others have accepted, also while the review is off. */
  refresh: () => Promise<void>;
  /** Settles when what others have reviewed is known. */
  start: () => Promise<void>;
  stop: () => void;
  change: (wanted: { kinds?: ReadonlySet<ReviewKind>; share?: number }) => void;
  /** To the next place that is left (1) or the one before (-1), round the ends; undefined when none is left. */
  go: (direction: 1 | -1, focus: 'text' | 'stay') => LocatedItem | undefined;
  select: (located: LocatedItem, focus: 'text' | 'stay') => void;
  /** Accepts these items. */
  accept: (items: readonly ReviewItem[]) => void;
  /** Undoes the last acceptance; returns its item if it is doubtful again. */
  undo: () => LocatedItem | undefined;
  /** Writes the correction of the current place wherever the same was heard; how often. */
  replaceSame: () => number;
  /** Writes at the current place what was heard when the recording was recognized again; false if it is no conflict that is left. */
  takeHeard: () => boolean;
}

/** The machine's words at a place; empty for a pause, and for speech that it may have misunderstood. */
export function getOriginal({ item, text }: LocatedItem): string {
  return isOfWords(item) ? text : '';
}

/** The current place as it stands in the document now. */
export function current(doc: Node, now: CurrentItem, remaining: readonly LocatedItem[]): CurrentItemState {
  const to = Math.min(now.to, doc.content.size);
  const text = doc.textBetween(Math.min(now.from, to), to, ' ').trim();
  const isOpen = remaining.some(({ item }) => item === now.item);
  const isCorrected = text !== now.original && isOfWords(now.item);
  return { ...now, isOpen, correction: isCorrected ? text : undefined };
}

/** The other places that are left and where the machine heard the same, capitals aside. */
export function findSame(now: CurrentItem, remaining: readonly LocatedItem[]): LocatedItem[] {
  if (now.original === '') return [];
  const original = now.original.toLowerCase();
  return remaining.filter(
    (located) => located.item !== now.item && getOriginal(located).toLowerCase() === original,
  );
}
