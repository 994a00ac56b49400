import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import { createSampleDocument } from '#e2e/support/editor/sample-document';
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
} from './review-session';

const item = (from: number, kind: ReviewItem['kind'] = 'confidence'): ReviewItem => ({
  kind,
  from,
  to: kind === 'silence' ? from : from + 1,
});
const locate = (item: ReviewItem) => ({
  item,
  from: item.from,
  to: item.to,
  startMs: item.from * 500,
  endMs: item.to * 500,
  text: 'Word',
});
const [first, second, third] = [locate(item(1)), locate(item(3)), locate(item(5))] as const;
const remaining = [first, second, third];
const at = (located: typeof first) => selectItem(newSession, located).now;

test('the next item is that behind the current one, round the ends', () => {
  assert.equal(nextItem(remaining, at(first), 0, 1), second);
  assert.equal(nextItem(remaining, at(third), 0, 1), first);
  assert.equal(nextItem(remaining, at(second), 0, -1), first);
  assert.equal(nextItem(remaining, at(first), 0, -1), third);
  assert.equal(nextItem([second], at(second), 0, 1), second, 'the only one stays');
  assert.equal(nextItem([], undefined, 0, 1), undefined);
});

test('without a current item the next one is looked for from a moment on', () => {
  assert.equal(nextItem(remaining, undefined, 1500, 1), second);
  assert.equal(nextItem(remaining, undefined, 1500, -1), first);
  assert.equal(nextItem(remaining, undefined, 9000, 1), first);
});

test('a pause comes before the word that begins at the same moment', () => {
  const pause = locate(item(3, 'silence'));
  const items = [first, pause, second];
  assert.equal(nextItem(items, at(pause), 0, 1), second);
  assert.equal(nextItem(items, at(second), 0, -1), pause);
});

test('words that were recognized again are reviewed in the order of the recording', () => {
  const again = { ...locate(item(12)), startMs: 1000 };
  const items = [first, again, second];
  assert.equal(nextItem(items, at(first), 0, 1), again);
  assert.equal(nextItem(items, at(again), 0, 1), second);
  assert.equal(nextItem([first, second], at(again), 0, 1), second, 'after it was settled');
  assert.equal(nextItem(items, at(second), 0, -1), again);
});

test('the current item follows a change of the text', () => {
  const { state } = createSampleDocument(1, 4);
  const start = 4;
  const session = selectItem(newSession, { ...first, from: start, to: start + 2 });
  const { mapping } = state.tr.insertText('so ', 1);
  const { now } = followChange(session, mapping);
  assert.deepEqual([now?.from, now?.to], [start + 3, start + 5]);
  assert.equal(followChange(newSession, mapping), newSession);
});

test('accepting items marks their words, and pauses by the word behind', () => {
  assert.deepEqual(toAction([{ kind: 'confidence', from: 1, to: 3 }, item(4, 'silence')]), {
    item: { kind: 'confidence', from: 1, to: 3 },
    words: [1, 2],
    pauses: [4],
  });
  assert.equal(toAction([]), undefined);
});

test('what is shown are the items of the chosen kinds that are left, and the others like the current one', () => {
  const { state, words } = createSampleDocument(2, 4);
  const session = { ...newSession, isOn: true, all: [item(1), item(2), item(5)] };
  const facts = { doc: state.doc, words, accepted: { words: new Set([2]), pauses: new Set<number>() } };
  const shown = toReviewState(session, { ...facts, isPending: false });
  assert.deepEqual(
    shown.remaining.map(({ item }) => item.from),
    [1, 5],
  );
  assert.deepEqual([shown.items.length, shown.counts.confidence, shown.hasConfidence], [3, 2, true]);
  const other = toReviewState(changeSession(session, { kinds: new Set(['rare']) }), {
    ...facts,
    isPending: false,
  });
  assert.deepEqual([other.items.length, other.remaining.length, other.counts.confidence], [0, 0, 2]);
});

test('a review that was stopped keeps what was chosen, and shows no items', () => {
  const { state, words } = createSampleDocument(2, 4);
  const started = selectItem(startSession(changeSession(newSession, { share: 0.5 })), first);
  const stopped = stopSession({ ...started, history: [{ item: item(1), words: [1], pauses: [] }] });
  assert.deepEqual(
    [stopped.isOn, stopped.share, stopped.now, stopped.history.length],
    [false, 0.5, undefined, 0],
  );
  const facts = { doc: state.doc, words, accepted: { words: new Set<number>(), pauses: new Set<number>() } };
  assert.deepEqual(toReviewState(stopped, { ...facts, isPending: true }).remaining, []);
});
