import type { Node } from '@tiptap/pm/model';
import type { Mappable } from '@tiptap/pm/transform';
import {
  defaultShare,
  reviewKinds,
  type DoubtfulSpeech,
  type ReviewItem,
  type ReviewKind,
} from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import type { AcceptedItems } from '#lib/transcript/review/find-remaining';
import { locateItems, type LocatedItem } from './locate-items';
import { current, findSame, getOriginal, type CurrentItem, type ReviewState } from './review';

/** The scope and progress of a review. */
export interface ReviewSession {
  isOn: boolean;
  kinds: ReadonlySet<ReviewKind>;
  /** The share of words that is reviewed for low confidence, 0 to 1. */
  share: number;
  /** The doubtful speech that the recognition record lists. */
  speech: DoubtfulSpeech;
  /** All items, of every kind. */
  all: readonly ReviewItem[];
  now: CurrentItem | undefined;
  /** The accepted items that can be undone, the latest last. */
  history: readonly ReviewAction[];
}

/** Machine words and pauses accepted together, and the first of their items. */
export interface ReviewAction {
  words: number[];
  pauses: number[];
  item: ReviewItem;
}

/** The session before the start. */
export const newSession: ReviewSession = {
  isOn: false,
  kinds: new Set(reviewKinds),
  share: defaultShare,
  speech: { notUnderstood: [], languageDoubtful: [] },
  all: [],
  now: undefined,
  history: [],
};

/** Starts the session. */
export function startSession(session: ReviewSession): ReviewSession {
  return { ...session, isOn: true };
}

/** Stops the session, but keeps the chosen kinds and share. */
export function stopSession(session: ReviewSession): ReviewSession {
  return { ...session, isOn: false, now: undefined, history: [] };
}

/** Changes the kinds or the share of words. */
export function changeSession(
  session: ReviewSession,
  { kinds = session.kinds, share = session.share }: { kinds?: ReadonlySet<ReviewKind>; share?: number },
): ReviewSession {
  return { ...session, kinds, share };
}

/** Makes an item the current one. */
export function selectItem(session: ReviewSession, located: LocatedItem): ReviewSession {
  return { ...session, now: { ...located, original: getOriginal(located) } };
}

/** Maps the current item's range through a change of the text. */
export function followChange(session: ReviewSession, mapping: Mappable): ReviewSession {
  const { now } = session;
  if (now === undefined) return session;
  const from = mapping.map(now.from, -1);
  return { ...session, now: { ...now, from, to: Math.max(from, mapping.map(now.to, 1)) } };
}

/** The words and pauses to accept with these items; undefined without any. */
export function toAction(items: readonly ReviewItem[]): ReviewAction | undefined {
  const [item] = items;
  if (item === undefined) return undefined;
  return {
    item,
    words: items.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
    pauses: items.flatMap(({ from, to }) => (from === to ? [from] : [])),
  };
}

/** The next (1) or previous (-1) item, wrapping around, relative to the current one or else to a time. */
export function nextItem(
  remaining: readonly LocatedItem[],
  now: CurrentItem | undefined,
  ms: number,
  direction: 1 | -1,
): LocatedItem | undefined {
  const rest = remaining.filter(({ item }) => item !== now?.item).toSorted(compareItems);
  const isAhead = (located: LocatedItem): boolean =>
    now === undefined ? located.startMs >= ms : compareItems(located, now) > 0;
  const isBehind = (located: LocatedItem): boolean =>
    now === undefined ? located.startMs < ms : compareItems(located, now) < 0;
  return direction > 0
    ? (rest.find(isAhead) ?? rest[0] ?? remaining[0])
    : (rest.findLast(isBehind) ?? rest.at(-1) ?? remaining[0]);
}

/** Compares by time: words recognized later have higher indexes. At the same time, a pause precedes its word. */
function compareItems(a: LocatedItem, b: LocatedItem): number {
  return a.startMs - b.startMs || a.item.from - b.item.from || a.item.to - b.item.to;
}

/** Derives the review state for this document. */
export function toReviewState(
  { isOn, kinds, share, speech, all, now, history }: ReviewSession,
  {
    doc,
    words,
    accepted,
    isPending,
  }: {
    doc: Node;
    words: readonly MachineWord[];
    accepted: AcceptedItems;
    isPending: boolean;
  },
): ReviewState {
  const located = isOn ? locateItems(doc, words, all, accepted) : [];
  const remaining = located.filter(({ item }) => kinds.has(item.kind));
  const count = (kind: ReviewKind): number => located.filter(({ item }) => item.kind === kind).length;
  return {
    isOn,
    kinds,
    hasConfidence: words.some(({ confidence }) => confidence !== undefined),
    hasMissedSpeech: speech.notUnderstood.length > 0,
    hasOtherLanguage: speech.languageDoubtful.length > 0,
    hasConflicts: all.some(({ kind }) => kind === 'conflict'),
    hasSoundAlikes: all.some(({ kind }) => kind === 'sound'),
    share,
    items: all.filter(({ kind }) => kinds.has(kind)),
    remaining,
    counts: {
      conflict: count('conflict'),
      sound: count('sound'),
      speech: count('speech'),
      language: count('language'),
      confidence: count('confidence'),
      rare: count('rare'),
      silence: count('silence'),
    },
    now: now && current(doc, now, remaining),
    same: now === undefined ? [] : findSame(now, remaining),
    canUndo: history.length > 0,
    isPending,
  };
}
