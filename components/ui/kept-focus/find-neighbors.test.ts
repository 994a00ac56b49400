import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNeighbors } from '#components/ui/kept-focus/use-kept-focus.ts';

test('after an item come those that follow it, then those before it, nearest first', () => {
  assert.deepEqual(findNeighbors(['a', 'b', 'c', 'd'], 'c'), ['c', 'd', 'b', 'a']);
  assert.deepEqual(findNeighbors(['a', 'b'], 'b'), ['b', 'a']);
  assert.deepEqual(findNeighbors([], 'a'), ['a']);
});
