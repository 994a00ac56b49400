import type { Transaction } from '@tiptap/pm/state';
import { doubtKinds, findDoubts, type Doubt, type DoubtKind } from '#lib/transcripts/find-doubts';
import { inOneStep } from '../document/one-step';
import { timeAt } from '../document/timing';
import type { Room } from '../edit-room';
import { keepReviewed } from './keep-reviewed';
import { doubtPainter } from './paint-doubts';
import { placeDoubts, type Place } from './place-doubts';
import { replacePlaces } from './replace-places';
import { current, heardAt, sameAs, type Current, type Review, type ReviewState } from './review';
import { endLoop, loopPlace, showPlace } from './visit-place';

/** How often others' reviews are asked for, in milliseconds. */
const lookMs = 15_000;
/** The share of the words that is looked at until somebody changes it. */
const standardShare = 0.1;

interface Act {
  words: number[];
  pauses: number[];
  doubt: Doubt;
}

const numbersOf = (doubts: readonly Doubt[]): Pick<Act, 'words' | 'pauses'> => ({
  words: doubts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
  pauses: doubts.flatMap(({ kind, from }) => (kind === 'silence' ? [from] : [])),
});

/** The review of the transcript in this editor; it does nothing until it is started. */
export function createReview({ door, editor, words, player }: Room): Review {
  const kept = keepReviewed(door.address, () => look(), { storage: localStorage });
  const listeners = new Set<() => void>();
  const hasConfidence = words.some(({ confidence }) => confidence !== undefined);
  let isOn = false;
  let kinds: ReadonlySet<DoubtKind> = new Set(doubtKinds);
  let share = standardShare;
  let all: readonly Doubt[] = [];
  let now: Current | undefined;
  let acts: Act[] = [];
  let state: ReviewState | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ends: Array<() => void> = [];
  let paintSoon = (): void => {};

  const make = (): ReviewState => {
    const standing = isOn ? placeDoubts(editor.state.doc, words, all, kept.accepted()) : [];
    const doubts = all.filter(({ kind }) => kinds.has(kind));
    const places = standing.filter(({ doubt }) => kinds.has(doubt.kind));
    const open = (kind: DoubtKind) => standing.filter(({ doubt }) => doubt.kind === kind).length;
    return {
      isOn,
      kinds,
      hasConfidence,
      share,
      doubts,
      places,
      counts: { confidence: open('confidence'), rare: open('rare'), silence: open('silence') },
      now: now && current(editor.state.doc, now, places),
      same: now === undefined ? [] : sameAs(now, places),
      canTakeBack: acts.length > 0,
      waits: kept.waits(),
    };
  };
  function look(): void {
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
    timer ??= setTimeout(look, 120);
  };
  const read = (): ReviewState => (state ??= make());
  const visit = (place: Place, focus: 'text' | 'stay'): void => {
    now = { ...place, heard: heardAt(place) };
    showPlace(editor, place, focus);
    loopPlace(player, place);
    look();
  };
  const listen = (): void => {
    const leaving = new AbortController();
    const ask = (): void => void (document.visibilityState === 'visible' && kept.refresh());
    for (const event of ['focus', 'online']) globalThis.addEventListener(event, ask, leaving);
    const looking = setInterval(ask, lookMs);
    editor.on('transaction', follow);
    const painter = doubtPainter(editor, () => ({
      places: read().places.filter(({ doubt }) => doubt !== now?.doubt),
      now,
    }));
    ({ paintSoon } = painter);
    ends = [
      () => leaving.abort(),
      () => clearInterval(looking),
      () => clearTimeout(timer),
      () => void editor.off('transaction', follow),
      painter.end,
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
      all = findDoubts(words, share);
      listen();
      look();
      await kept.refresh();
      look();
    },
    stop() {
      if (!isOn) return;
      isOn = false;
      now = undefined;
      acts = [];
      for (const end of ends) end();
      paintSoon = () => {};
      endLoop(player);
      look();
    },
    change(wanted) {
      if (wanted.kinds !== undefined) ({ kinds } = wanted);
      if (wanted.share !== undefined) {
        ({ share } = wanted);
        all = findDoubts(words, share);
      }
      look();
    },
    go(direction, focus) {
      look();
      const { places } = read();
      const { selection, doc } = editor.state;
      const at = now?.startMs ?? timeAt(doc, selection.from, words) - direction;
      const rest = places.filter(({ doubt }) => doubt !== now?.doubt);
      const ahead = direction > 0 ? rest.find(isAfter(at, now)) : rest.findLast(isBefore(at, now));
      const place = ahead ?? rest.at(direction > 0 ? 0 : -1) ?? places[0];
      if (place !== undefined) visit(place, focus);
      return place;
    },
    visit,
    accept(doubts) {
      const [doubt] = doubts;
      if (doubt === undefined) return;
      const act = { ...numbersOf(doubts), doubt };
      acts.push(act);
      kept.mark(act, true);
    },
    takeBack() {
      const act = acts.pop();
      if (act === undefined) return undefined;
      kept.mark(act, false);
      const place = read().places.find(({ doubt }) => doubt === act.doubt);
      look();
      return place;
    },
    replaceSame() {
      look();
      const { same, now } = read();
      if (now?.correction === undefined || same.length === 0) return 0;
      inOneStep(editor.view, replacePlaces(editor.state, same, now.correction));
      look();
      return same.length;
    },
  };
}

const isAfter =
  (ms: number, now: Current | undefined) =>
  (place: Place): boolean =>
    now === undefined ? place.startMs >= ms : inOrder(now, place) > 0;
const isBefore =
  (ms: number, now: Current | undefined) =>
  (place: Place): boolean =>
    now === undefined ? place.startMs < ms : inOrder(now, place) < 0;

/** By the machine's words, as two places may begin at the same moment; a pause comes before its word. */
function inOrder(one: Place, other: Place): number {
  return other.doubt.from - one.doubt.from || other.doubt.to - one.doubt.to;
}
