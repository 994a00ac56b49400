import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentMap } from '#lib/api/limits/recent-map';

test('a value is forgotten after its time, and the one set first where there are too many', () => {
  let now = 0;
  const map = createRecentMap<number>({ max: 2, milliseconds: 100, now: () => now });
  map.set('a', 1);
  now = 60;
  map.set('b', 2);
  assert.deepEqual([map.get('a'), map.millisecondsLeft('a'), map.get('b')], [1, 40, 2]);
  now = 100;
  assert.deepEqual([map.get('a'), map.millisecondsLeft('a'), map.get('b')], [undefined, 0, 2]);
  map.set('c', 3);
  map.set('b', 4);
  map.set('d', 5);
  assert.deepEqual([map.get('c'), map.get('b'), map.get('d')], [undefined, 4, 5]);
  map.delete('d');
  assert.equal(map.get('d'), undefined);
});
