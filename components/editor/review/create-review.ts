import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { findReviewItems, toWordItems, type OtherWords } from '#lib/transcript/review/find-review-items';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import type { SoundAlike } from '#lib/transcript/vocabulary/find-sound-alikes';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { timeAt } from '#components/editor/document/timing.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { createLazyStore, type Store } from '#components/ui/store.ts';
import { endLoop, loopItem, focusItem } from './focus-item';
import { createHighlighter } from './highlight-items';
import { isOfWords, type LocatedItem } from './locate-items';
import { replaceItems, writeHeard } from './replace-items';
import { trackItems } from './track-items';
import { hasOther, type Review, type ReviewState } from './review';
import { openReviewedStore, type ReviewedStore } from './reviewed-store';
import {
  changeSession,
  followChange,
  newSession,
  nextItem,
  selectItem,
  startSession,
  stopSession,
  toAction,
  toReviewState,
  type ReviewSession,
} from './review-session';

/** The polling interval for others' reviews, in milliseconds. */
const refreshMs = 15_000;
/** The debounce delay after edits, in milliseconds. */
const restMs = 120;

type ReviewServices = Pick<EditorServices, 'access' | 'api' | 'editor' | 'words' | 'player'>;

/** A review with its dependencies and state. */
interface OpenReview extends ReviewServices {
  session: ReviewSession;
  getItems: (doc: Node) => readonly ReviewItem[];
  /** The other words that some items offer. */
  others: OtherWords;
  state: Store<ReviewState>;
  reviewed: ReviewedStore;
  timer: ReturnType<typeof setTimeout> | undefined;
  paintSoon: () => void;
  unlisten: () => void;
}

/** Creates the review of the transcript in this editor. It is idle until started. */
export function createReview({ access, api, editor, words, player }: ReviewServices): Review {
  const review: OpenReview = {
    access,
    api,
    editor,
    words,
    player,
    session: { ...newSession, ...(access.speech !== undefined && { speech: access.speech }) },
    getItems: () => [],
    others: { conflict: [], sound: [] },
    state: createLazyStore(() => getState(review)),
    reviewed: openReviewedStore(api, () => refresh(review)),
    timer: undefined,
    paintSoon: () => {},
    unlisten: () => {},
  };
  review.getItems = trackReviewItems(review);
  return {
    state: review.state,
    read: () => (review.timer === undefined ? review.state.get() : getState(review)),
    accepted: () => review.reviewed.accepted(),
    refresh: () => review.reviewed.refresh(),
    start: () => start(review),
    stop: () => stop(review),
    change(changes) {
      review.session = changeSession(review.session, changes);
      review.getItems = trackReviewItems(review);
      refresh(review);
    },
    go: (direction, focus) => go(review, direction, focus),
    select: (located, focus) => select(review, located, focus),
    accept: (items) => accept(review, items),
    undo: () => undo(review),
    replaceSame: () => replaceSame(review),
    takeOther: (isEverywhere) => takeOther(review, isEverywhere),
  };
}

function trackReviewItems({ words, others, session }: OpenReview): OpenReview['getItems'] {
  const { share, speech } = session;
  return trackItems(words, (current, numbers) =>
    findReviewItems(current, share, speech, toWordItems(others, numbers)),
  );
}

function getState(review: OpenReview): ReviewState {
  const { editor, words, reviewed } = review;
  const { doc } = editor.state;
  const conflicts = reviewed.conflicts();
  if (conflicts !== review.others.conflict) setOthers(review, { conflict: conflicts });
  if (review.session.isOn) review.session = { ...review.session, all: review.getItems(doc) };
  return toReviewState(review.session, {
    doc,
    words,
    accepted: reviewed.accepted(),
    isPending: reviewed.isPending(),
  });
}

function setOthers(review: OpenReview, found: Partial<OtherWords>): void {
  review.others = { ...review.others, ...found };
  review.getItems = trackReviewItems(review);
}

/** Updates the highlights. */
function refresh(review: OpenReview): void {
  clearTimeout(review.timer);
  review.timer = undefined;
  review.state.set(getState(review));
  review.paintSoon();
}

async function start(review: OpenReview): Promise<void> {
  if (review.session.isOn) return;
  review.session = startSession(review.session);
  listen(review);
  refresh(review);
  await Promise.all([review.reviewed.refresh(), askSoundAlikes(review)]);
  refresh(review);
}

/** The entries depend on the vocabulary, which may have changed. View-only guests don't see it. */
async function askSoundAlikes(review: OpenReview): Promise<void> {
  if (review.access.may === 'view') return;
  const result = await review.api.requestJson<SoundAlike[]>('sound-alikes');
  if ('value' in result) setOthers(review, { sound: result.value });
}

function stop(review: OpenReview): void {
  if (!review.session.isOn) return;
  review.session = stopSession(review.session);
  review.unlisten();
  endLoop(review.player);
  refresh(review);
}

/** Follows changes of the text, and other people's reviews. */
function listen(review: OpenReview): void {
  const { editor, reviewed } = review;
  const leaving = new AbortController();
  const ask = (): void => void (document.visibilityState === 'visible' && reviewed.refresh());
  for (const event of ['focus', 'online']) globalThis.addEventListener(event, ask, leaving);
  const interval = setInterval(ask, refreshMs);
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    if (!transaction.docChanged) return;
    review.session = followChange(review.session, transaction.mapping);
    review.timer ??= setTimeout(() => refresh(review), restMs);
  };
  editor.on('transaction', follow);
  const highlighter = createHighlighter(editor, () => {
    const { now } = review.session;
    // Passages have their own marks.
    const remaining = review.state
      .get()
      .remaining.filter(({ item }) => item !== now?.item && isOfWords(item));
    return { remaining, now };
  });
  review.paintSoon = highlighter.paintSoon;
  review.unlisten = () => {
    leaving.abort();
    clearInterval(interval);
    clearTimeout(review.timer);
    editor.off('transaction', follow);
    highlighter.end();
    review.paintSoon = () => {};
  };
}

function go(review: OpenReview, direction: 1 | -1, focus: 'text' | 'stay'): LocatedItem | undefined {
  refresh(review);
  const { editor, words, session } = review;
  const { doc, selection } = editor.state;
  const ms = timeAt(doc, selection.from, words) - direction;
  const located = nextItem(review.state.get().remaining, session.now, ms, direction);
  if (located !== undefined) select(review, located, focus);
  return located;
}

function select(review: OpenReview, located: LocatedItem, focus: 'text' | 'stay'): void {
  review.session = selectItem(review.session, located);
  focusItem(review.editor, located, focus);
  loopItem(review.player, located);
  refresh(review);
}

function accept(review: OpenReview, items: readonly ReviewItem[]): void {
  const action = toAction(items);
  if (action === undefined) return;
  review.session = { ...review.session, history: [...review.session.history, action] };
  review.reviewed.set(action, true);
}

function undo(review: OpenReview): LocatedItem | undefined {
  const { history } = review.session;
  const action = history.at(-1);
  if (action === undefined) return undefined;
  review.session = { ...review.session, history: history.slice(0, -1) };
  review.reviewed.set(action, false);
  return review.state.get().remaining.find(({ item }) => item === action.item);
}

function replaceSame(review: OpenReview): number {
  refresh(review);
  const { same, now } = review.state.get();
  const correction = now?.correction;
  if (correction === undefined || same.length === 0) return 0;
  singleUndoStep(
    review.editor.view,
    replaceItems(review.editor.state, same, () => correction),
  );
  refresh(review);
  return same.length;
}

function takeOther(review: OpenReview, isEverywhere: boolean): number {
  refresh(review);
  const { editor, words } = review;
  const { now, same } = review.state.get();
  if (!hasOther(now)) return 0;
  const items = isEverywhere ? [now, ...same] : [now];
  const written =
    now.item.kind === 'sound'
      ? replaceItems(editor.state, items, ({ item }) => item.text ?? '')
      : writeHeard(editor.state, now, words);
  singleUndoStep(editor.view, written);
  refresh(review);
  return items.length;
}
