import type { Transaction } from '@tiptap/pm/state';
import {
  reviewKinds,
  findLowConfidence,
  type ReviewItem,
  type ReviewKind,
} from '#lib/transcript/low-confidence';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { timeAt } from '#components/editor/document/timing.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { openReviewedStore } from './reviewed-store';
import { createHighlighter } from './highlight-items';
import { locateItems, type LocatedItem } from './locate-items';
import { replaceItems } from './replace-items';
import { current, getOriginal, findSame, type CurrentItem, type Review, type ReviewState } from './review';
import { endLoop, loopItem, focusItem } from './focus-item';

/** How often others' reviews are asked for, in milliseconds. */
const refreshMs = 15_000;
/** The share of the words that is reviewed by default. */
const defaultShare = 0.1;

interface ReviewAction {
  words: number[];
  pauses: number[];
  item: ReviewItem;
}

const toNumbers = (items: readonly ReviewItem[]): Pick<ReviewAction, 'words' | 'pauses'> => ({
  words: items.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
  pauses: items.flatMap(({ kind, from }) => (kind === 'silence' ? [from] : [])),
});

/** The review of the transcript in this editor; it does nothing until it is started. */
export function createReview({ access, editor, words, player }: EditorServices): Review {
  const store = openReviewedStore(access.address, () => refreshState(), { storage: localStorage });
  const listeners = new Set<() => void>();
  const hasConfidence = words.some(({ confidence }) => confidence !== undefined);
  let isOn = false;
  let kinds: ReadonlySet<ReviewKind> = new Set(reviewKinds);
  let share = defaultShare;
  let all: readonly ReviewItem[] = [];
  let now: CurrentItem | undefined;
  let history: ReviewAction[] = [];
  let state: ReviewState | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ends: Array<() => void> = [];
  let paintSoon = (): void => {};

  const make = (): ReviewState => {
    const locatedItems = isOn ? locateItems(editor.state.doc, words, all, store.accepted()) : [];
    const items = all.filter(({ kind }) => kinds.has(kind));
    const remaining = locatedItems.filter(({ item }) => kinds.has(item.kind));
    const open = (kind: ReviewKind) => locatedItems.filter(({ item }) => item.kind === kind).length;
    return {
      isOn,
      kinds,
      hasConfidence,
      share,
      items,
      remaining,
      counts: { confidence: open('confidence'), rare: open('rare'), silence: open('silence') },
      now: now && current(editor.state.doc, now, remaining),
      same: now === undefined ? [] : findSame(now, remaining),
      canUndo: history.length > 0,
      isPending: store.isPending(),
    };
  };
  function refreshState(): void {
    clearTimeout(timer);
    timer = undefined;
    state = make();
    paintSoon();
    for (const listener of listeners) listener();
  }
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    if (!transaction.docChanged) return;
    if (now !== undefined) {
      const from = transaction.mapping.map(now.from, -1);
      now = { ...now, from, to: Math.max(from, transaction.mapping.map(now.to, 1)) };
    }
    timer ??= setTimeout(refreshState, 120);
  };
  const read = (): ReviewState => (state ??= make());
  const select = (located: LocatedItem, focus: 'text' | 'stay'): void => {
    now = { ...located, original: getOriginal(located) };
    focusItem(editor, located, focus);
    loopItem(player, located);
    refreshState();
  };
  const listen = (): void => {
    const leaving = new AbortController();
    const ask = (): void => void (document.visibilityState === 'visible' && store.refresh());
    for (const event of ['focus', 'online']) globalThis.addEventListener(event, ask, leaving);
    const interval = setInterval(ask, refreshMs);
    editor.on('transaction', follow);
    const highlighter = createHighlighter(editor, () => ({
      remaining: read().remaining.filter(({ item }) => item !== now?.item),
      now,
    }));
    ({ paintSoon } = highlighter);
    ends = [
      () => leaving.abort(),
      () => clearInterval(interval),
      () => clearTimeout(timer),
      () => void editor.off('transaction', follow),
      highlighter.end,
    ];
  };

  return {
    state: read,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      if (isOn) return;
      isOn = true;
      all = findLowConfidence(words, share);
      listen();
      refreshState();
      await store.refresh();
      refreshState();
    },
    stop() {
      if (!isOn) return;
      isOn = false;
      now = undefined;
      history = [];
      for (const end of ends) end();
      paintSoon = () => {};
      endLoop(player);
      refreshState();
    },
    change(changes) {
      if (changes.kinds !== undefined) ({ kinds } = changes);
      if (changes.share !== undefined) {
        ({ share } = changes);
        all = findLowConfidence(words, share);
      }
      refreshState();
    },
    go(direction, focus) {
      refreshState();
      const { remaining } = read();
      const { selection, doc } = editor.state;
      const at = now?.startMs ?? timeAt(doc, selection.from, words) - direction;
      const rest = remaining.filter(({ item }) => item !== now?.item);
      const ahead = direction > 0 ? rest.find(isAfter(at, now)) : rest.findLast(isBefore(at, now));
      const located = ahead ?? rest.at(direction > 0 ? 0 : -1) ?? remaining[0];
      if (located !== undefined) select(located, focus);
      return located;
    },
    select,
    accept(items) {
      const [item] = items;
      if (item === undefined) return;
      const action = { ...toNumbers(items), item };
      history.push(action);
      store.set(action, true);
    },
    undo() {
      const action = history.pop();
      if (action === undefined) return undefined;
      store.set(action, false);
      const located = read().remaining.find(({ item }) => item === action.item);
      refreshState();
      return located;
    },
    replaceSame() {
      refreshState();
      const { same, now } = read();
      if (now?.correction === undefined || same.length === 0) return 0;
      singleUndoStep(editor.view, replaceItems(editor.state, same, now.correction));
      refreshState();
      return same.length;
    },
  };
}

const isAfter =
  (ms: number, now: CurrentItem | undefined) =>
  (located: LocatedItem): boolean =>
    now === undefined ? located.startMs >= ms : inOrder(now, located) > 0;
const isBefore =
  (ms: number, now: CurrentItem | undefined) =>
  (located: LocatedItem): boolean =>
    now === undefined ? located.startMs < ms : inOrder(now, located) < 0;

/** By machine words, as two items may begin at the same moment; a pause comes before its word. */
function inOrder(located: LocatedItem, other: LocatedItem): number {
  return other.item.from - located.item.from || other.item.to - located.item.to;
}
