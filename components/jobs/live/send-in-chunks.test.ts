import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendInChunks } from './send-in-chunks';

const ids = Array.from({ length: 2500 }, (_, index) => `job ${index}`);

test('a thousand ids at most go at once, one request after the other, in their order', async () => {
  let underWay = 0;
  const { values, ...end } = await sendInChunks(ids, async (some) => {
    underWay += 1;
    assert.equal(underWay, 1);
    await Promise.resolve();
    underWay -= 1;
    return { value: some };
  });
  assert.deepEqual(
    values.map(({ length }) => length),
    [1000, 1000, 500],
  );
  assert.deepEqual(values.flat(), ids);
  assert.deepEqual(end, { rest: [], error: undefined });
});

test('what was done before one failed is known, and what is left', async () => {
  let asked = 0;
  const send = async (some: string[]) => ((asked += 1) === 2 ? { error: 'Full.' } : { value: some.length });
  assert.deepEqual(await sendInChunks(ids, send), { values: [1000], rest: ids.slice(1000), error: 'Full.' });
  assert.equal(asked, 2);
  const { rest, error } = await sendInChunks(ids, () => Promise.reject(new TypeError('Failed to fetch')));
  assert.deepEqual(rest, ids);
  assert.equal(error, 'Couldn’t reach the server. Try again.');
});

test('nothing is sent of nothing', async () => {
  const sent = await sendInChunks([], () => Promise.reject(new Error('asked')));
  assert.deepEqual(sent, { values: [], rest: [], error: undefined });
});
