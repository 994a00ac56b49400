import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersIn, toRanges, type NumberRange } from '#lib/transcript/number-ranges';
import { openReviewedStore } from './reviewed-store';

interface Sent {
  accept: { words: NumberRange[] };
  withdraw: { words: NumberRange[] };
}

/** A server that keeps words, as the real one does; `isAway` has it refuse. */
function createFakeServer() {
  const server = { words: new Set<number>(), isAway: false, asked: 0 };
  const send = async (_: unknown, init?: RequestInit): Promise<Response> => {
    server.asked += 1;
    if (server.isAway) throw new TypeError('failed to fetch');
    if (init?.method === 'POST') {
      const { accept, withdraw } = JSON.parse(init.body as string) as Sent;
      for (const word of numbersIn(accept.words)) server.words.add(word);
      for (const word of numbersIn(withdraw.words)) server.words.delete(word);
    }
    return Response.json({ words: toRanges(server.words), pauses: [] });
  };
  return { server, send };
}

function createFakeStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const store = new Map<string, string>();
  return {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  };
}

const words = (...words: number[]) => ({ words, pauses: [] });

test('what is marked counts at once and is sent', async () => {
  const { server, send } = createFakeServer();
  let calls = 0;
  const store = openReviewedStore('/transcript', () => (calls += 1), { storage: createFakeStorage(), send });
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

test('what couldn’t be sent is stored on the device, and sent the next time', async () => {
  const { server, send } = createFakeServer();
  const storage = createFakeStorage();
  server.isAway = true;
  const before = openReviewedStore('/transcript', () => {}, { storage, send });
  before.set(words(7), true);
  await before.refresh();
  const after = openReviewedStore('/transcript', () => {}, { storage, send });
  assert.deepEqual([...after.accepted().words], [7]);
  server.isAway = false;
  await after.refresh();
  assert.deepEqual([...server.words], [7]);
  assert.equal(after.isPending(), false);
});

test("others' reviews arrive with the next look, and marks made while it is under way stay", async () => {
  const { server, send } = createFakeServer();
  const store = openReviewedStore('/transcript', () => {}, { storage: createFakeStorage(), send });
  server.words.add(1);
  const looking = store.refresh();
  store.set(words(2), true);
  await looking;
  assert.deepEqual(store.accepted().words, new Set([1, 2]));
  await store.refresh();
  assert.deepEqual(server.words, new Set([1, 2]));
});

test('what is undone while it is being sent is undone on the server too', async () => {
  const { server, send } = createFakeServer();
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow: typeof fetch = async (address, init) => {
    const answer = await send(address, init);
    await gate;
    return answer;
  };
  const store = openReviewedStore('/transcript', () => {}, { storage: createFakeStorage(), send: slow });
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
