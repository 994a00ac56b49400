import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamBody } from '#lib/api/dialects/stream-body';

/** A body without end, and what happened to its chunks. */
function makeEndless() {
  const state = { made: 0, isLeft: false, isOver: false };
  const chunks = async function* () {
    try {
      for (;;) {
        state.made += 1;
        yield `chunk ${state.made}`;
      }
    } finally {
      state.isOver = true;
    }
  };
  return { state, body: streamBody(chunks(), () => (state.isLeft = true)) };
}

/** As many turns as a stream that makes chunks ahead would need to make very many. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('no chunk is made before it is taken, neither the first one nor a later one', async () => {
  const { state, body } = makeEndless();
  await passTurns();
  assert.equal(state.made, 0);
  const reader = body.getReader();
  for (const taken of [1, 2, 3]) {
    const { value } = await reader.read();
    await passTurns();
    assert.deepEqual([new TextDecoder().decode(value), state.made], [`chunk ${taken}`, taken]);
  }
});

test('when nobody takes any more, its chunks are over', async () => {
  const { state, body } = makeEndless();
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  assert.deepEqual(state, { made: 1, isLeft: true, isOver: true });
});
