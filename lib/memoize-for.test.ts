import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeFor } from '#lib/memoize-for';

test('an answer is shared while it is on its way and while it is fresh, then asked for again', async () => {
  let time = 0;
  let asked = 0;
  let settle = (_value: number): void => {};
  const read = () => {
    asked += 1;
    return new Promise<number>((resolve) => {
      settle = resolve;
    });
  };
  const ask = memoizeFor(read, { milliseconds: 1000, now: () => time });
  const first = ask();
  time = 5000;
  const second = ask();
  settle(1);
  assert.deepEqual([await first, await second, asked], [1, 1, 1]);
  time = 5999;
  assert.deepEqual([await ask(), asked], [1, 1]);
  time = 6000;
  const third = ask();
  settle(2);
  assert.deepEqual([await third, asked], [2, 2]);
});

test('a failure is shared, too, and forgotten with time', async () => {
  let time = 0;
  let asked = 0;
  const read = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve('back');
  };
  const ask = memoizeFor(read, { milliseconds: 1000, now: () => time });
  await assert.rejects(ask(), /away/);
  await assert.rejects(ask(), /away/);
  time = 1000;
  assert.deepEqual([await ask(), asked], ['back', 2]);
});
