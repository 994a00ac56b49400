import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersIn, toRanges, type NumberRange } from '#lib/transcript/number-ranges';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import type { RequestResult } from '#components/editor/api/editor-client.ts';
import { useStorage } from '#e2e/support/browser-storage';
import { openReviewedStore } from './reviewed-store';

interface Sent {
  accept: { words: NumberRange[] };
  withdraw: { words: NumberRange[] };
}

/** A server that stores accepted words; `isAway` makes it refuse. */
function createFakeServer() {
  const server = { words: new Set<number>(), conflicts: [] as RecognitionConflict[], isAway: false };
  const answer = (init?: RequestInit): RequestResult<unknown> => {
    if (server.isAway) return { error: { kind: 'unreachable' } };
    if (init?.method === 'POST') {
      const { accept, withdraw } = JSON.parse(init.body as string) as Sent;
      for (const word of numbersIn(accept.words)) server.words.add(word);
      for (const word of numbersIn(withdraw.words)) server.words.delete(word);
    }
    return { value: { words: toRanges(server.words), pauses: [], conflicts: [...server.conflicts] } };
  };
  /** Creates a client whose responses arrive once `arrived` resolves. */
  const connect = (arrived = Promise.resolve()) => ({
    address: '/transcript',
    async requestJson<Value>(_: string, init?: RequestInit) {
      const result = answer(init) as RequestResult<Value>;
      await arrived;
      return result;
    },
  });
  return { server, connect };
}

const words = (...words: number[]) => ({ words, pauses: [] });

test('what is marked counts at once and is sent', async () => {
  const { server, connect } = createFakeServer();
  let calls = 0;
  const store = openReviewedStore(connect(), () => (calls += 1));
  store.set(words(3, 4), true);
  assert.deepEqual([...store.accepted().words], [3, 4]);
  assert.equal(store.isPending(), true);
  await store.refresh();
  assert.deepEqual([...server.words], [3, 4]);
  assert.equal(store.isPending(), false);
  store.set(words(3), false);
  await store.refresh();
  assert.deepEqual([...server.words], [4]);
  assert(calls >= 3);
});

test('what couldn’t be sent is stored on the device, and sent the next time', async (t) => {
  const { server, connect } = createFakeServer();
  useStorage(t);
  server.isAway = true;
  const before = openReviewedStore(connect(), () => {});
  before.set(words(7), true);
  await before.refresh();
  const after = openReviewedStore(connect(), () => {});
  assert.deepEqual([...after.accepted().words], [7]);
  server.isAway = false;
  await after.refresh();
  assert.deepEqual([...server.words], [7]);
  assert.equal(after.isPending(), false);
});

test("others' reviews arrive with the next look, and marks made while it is under way stay", async () => {
  const { server, connect } = createFakeServer();
  const store = openReviewedStore(connect(), () => {});
  server.words.add(1);
  const looking = store.refresh();
  store.set(words(2), true);
  await looking;
  assert.deepEqual(store.accepted().words, new Set([1, 2]));
  await store.refresh();
  assert.deepEqual(server.words, new Set([1, 2]));
});

test('the conflicts are the same list until a recognition adds to them', async () => {
  const { server, connect } = createFakeServer();
  const store = openReviewedStore(connect(), () => {});
  const conflict = { from: 3, to: 4, text: 'Dashwood' };
  server.conflicts.push(conflict);
  await store.refresh();
  const known = store.conflicts();
  assert.deepEqual(known, [conflict]);
  await store.refresh();
  assert.equal(store.conflicts(), known);
  server.conflicts.push({ ...conflict, from: 9, to: 10 });
  await store.refresh();
  assert.equal(store.conflicts().length, 2);
});

test('what is undone while it is being sent is undone on the server too', async () => {
  const { server, connect } = createFakeServer();
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const store = openReviewedStore(connect(gate), () => {});
  store.set(words(2), true);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  assert.deepEqual([...server.words], [2]);
  store.set(words(2), false);
  letGo();
  await store.refresh();
  assert.deepEqual([...server.words], []);
  assert.deepEqual([...store.accepted().words], []);
});
