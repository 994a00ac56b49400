import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Editor } from '@tiptap/core';
import { createStore } from '#components/ui/store.ts';
import { createSampleDocument } from '#e2e/support/editor/sample-document';
import type { Query } from './pattern';
import { searchDocument, type FinderState, type FindSession } from './search-document';
import type { Match } from './search-text';

/** A session on three two-word monologues; `search` replaces the worker. */
function openSession(
  query: Partial<Query>,
  search: () => Promise<Match[][] | undefined> = () => assert.fail('no worker is needed'),
): FindSession & { painted: number[]; announced: string[] } {
  const { state } = createSampleDocument(3, 2);
  const painted: number[] = [];
  const announced: string[] = [];
  const shown: FinderState = {
    isOpen: true,
    isReplacing: false,
    query: { text: '', matchCase: false, wholeWord: false, isPattern: false, ...query },
    replacement: '',
    total: 0,
    current: -1,
    replaced: 0,
    error: undefined,
    isSearching: false,
    focusRequests: 0,
  };
  return {
    editor: { state } as Editor,
    announce: (text) => announced.push(text),
    state: createStore(shown),
    searcher: { search, end: () => {} },
    painter: { paint: (hits) => painted.push(hits.length), listen: () => () => {} },
    known: new WeakMap(),
    hits: [],
    nearest: 0,
    isStale: true,
    timer: undefined,
    painted,
    announced,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the hits of a text are shown at once, from the nearest on', () => {
  const session = openSession({ text: 'w' });
  session.nearest = session.editor.state.doc.child(0).nodeSize;
  let isDone = false;
  searchDocument(session, () => (isDone = true));
  const { total, current, error } = session.state.get();
  assert.deepEqual({ total, current, error }, { total: 6, current: 2, error: undefined });
  assert.deepEqual(session.painted, [6]);
  assert.deepEqual([isDone, session.isStale], [true, false]);
});

test('without a query, or with a faulty pattern, nothing is shown and nothing follows', () => {
  for (const [query, hasError] of [
    [{ text: '' }, false],
    [{ text: '(', isPattern: true }, true],
  ] as const) {
    const session = openSession(query);
    searchDocument(session, () => assert.fail('an error ends it'));
    const { total, current, error } = session.state.get();
    assert.deepEqual([total, current, error !== undefined], [0, -1, hasError]);
  }
});

test('a pattern is searched aside, and shown when that is done', async () => {
  const session = openSession({ text: 'w1', isPattern: true }, async () => [[{ from: 3, to: 5 }], [], []]);
  searchDocument(session, () => {});
  assert.equal(session.state.get().isSearching, true);
  await settled();
  const { total, current, isSearching } = session.state.get();
  assert.deepEqual({ total, current, isSearching }, { total: 1, current: 0, isSearching: false });
});

test('a pattern that takes too long is told', async () => {
  const session = openSession({ text: 'w1', isPattern: true }, async () => undefined);
  searchDocument(session, () => assert.fail('it has no hits'));
  await settled();
  const { error } = session.state.get();
  assert.deepEqual(session.announced, [error]);
});

test('what was found for an earlier query is not shown', async () => {
  const session = openSession({ text: 'w1', isPattern: true }, async () => [[{ from: 3, to: 5 }], [], []]);
  searchDocument(session, () => assert.fail('another query has followed'));
  session.known = new WeakMap();
  await settled();
  assert.equal(session.hits.length, 0);
});
