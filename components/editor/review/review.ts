import type { Node } from '@tiptap/pm/model';
import type { ReviewItem, ReviewKind } from '#lib/transcript/review/low-confidence';
import type { ReadableStore } from '#components/ui/store.ts';
import type { AcceptedItems } from '#lib/transcript/review/find-remaining';
import { isOfWords, type LocatedItem } from './locate-items';

/** The current item; its range follows edits. */
export interface CurrentItem extends LocatedItem {
  /** The words that the machine recognized. */
  original: string;
}

/** A `CurrentItem` with its current state. */
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
  /** True if there is unrecognized speech. */
  hasMissedSpeech: boolean;
  /** True if some speech may be in another language. */
  hasOtherLanguage: boolean;
  /** True if a later recognition heard other words than people wrote. */
  hasConflicts: boolean;
  /** True if words sound like a vocabulary entry. */
  hasSoundAlikes: boolean;
  /** The share of words that is reviewed for low confidence, 0 to 1. */
  share: number;
  /** All items of the chosen kinds. */
  items: readonly ReviewItem[];
  /** The remaining items. */
  remaining: readonly LocatedItem[];
  /** The number of remaining items of each kind. */
  counts: Readonly<Record<ReviewKind, number>>;
  now: CurrentItemState | undefined;
  /** Other remaining items with the same recognized words. */
  same: readonly LocatedItem[];
  canUndo: boolean;
  /** True if something hasn't reached the server yet. */
  isPending: boolean;
}

/** Steps through the doubtful items of one editor's transcript. */
export interface Review {
  state: ReadableStore<ReviewState>;
  /** The current state of the text. The displayed state lags behind while someone types. */
  read: () => ReviewState;
  /** The words and pauses accepted by anyone, as far as this device knows. */
  accepted: () => AcceptedItems;
  /** Fetches others' accepted items, even while the review is off. */
  refresh: () => Promise<void>;
  /** Starts. Settles once others' reviews are loaded. */
  start: () => Promise<void>;
  stop: () => void;
  change: (wanted: { kinds?: ReadonlySet<ReviewKind>; share?: number }) => void;
  /** Goes to the next (1) or previous (-1) remaining item, wrapping around; undefined if none remain. */
  go: (direction: 1 | -1, focus: 'text' | 'stay') => LocatedItem | undefined;
  select: (located: LocatedItem, focus: 'text' | 'stay') => void;
  /** Accepts these items. */
  accept: (items: readonly ReviewItem[]) => void;
  /** Undoes the last acceptance; returns its item if it is doubtful again. */
  undo: () => LocatedItem | undefined;
  /** Applies the current item's correction wherever the same was recognized. Returns the count. */
  replaceSame: () => number;
  /**
   * Replaces the current item with the words of the later recognition, or with the vocabulary entry that it sounds
   * like, and with `isEverywhere` all that sound like that entry. Returns the count; 0 without such an item.
   */
  takeOther: (isEverywhere: boolean) => number;
}

/** The recognized words of an item; empty for a pause, and for speech that may have been misunderstood. */
export function getOriginal({ item, text }: LocatedItem): string {
  return isOfWords(item) ? text : '';
}

/** The current item's state in the document. */
export function current(doc: Node, now: CurrentItem, remaining: readonly LocatedItem[]): CurrentItemState {
  const to = Math.min(now.to, doc.content.size);
  const text = doc.textBetween(Math.min(now.from, to), to, ' ').trim();
  const isOpen = remaining.some(({ item }) => item === now.item);
  const isCorrected = text !== now.original && isOfWords(now.item);
  return { ...now, isOpen, correction: isCorrected ? text : undefined };
}

/** True if the item offers other words. */
export const hasOther = (now: CurrentItemState | undefined): now is CurrentItemState =>
  now !== undefined && now.isOpen && (now.item.kind === 'conflict' || now.item.kind === 'sound');

/** Other remaining items with the same recognized words, ignoring case, and, if any, the same vocabulary entry. */
export function findSame(now: CurrentItem, remaining: readonly LocatedItem[]): LocatedItem[] {
  if (now.original === '') return [];
  const original = now.original.toLowerCase();
  return remaining.filter(
    (located) =>
      located.item !== now.item &&
      getOriginal(located).toLowerCase() === original &&
      getEntry(located) === getEntry(now),
  );
}

/** Ignores case, since a sentence's first word is capitalized. */
const getEntry = ({ item: { kind, text } }: LocatedItem): string | undefined =>
  kind === 'sound' ? text?.toLowerCase() : undefined;
