import assert from 'node:assert/strict';
import test from 'node:test';
import { joinSpans } from '#lib/recognition/pieces/piece';

test('spans come in order, and those that overlap or touch as one', () => {
  const spans = [
    { startMs: 5000, endMs: 6000 },
    { startMs: 0, endMs: 3000 },
    { startMs: 100, endMs: 200 },
    { startMs: 3000, endMs: 4000 },
  ];
  assert.deepEqual(joinSpans(spans), [
    { startMs: 0, endMs: 4000 },
    { startMs: 5000, endMs: 6000 },
  ]);
  assert.deepEqual(joinSpans([]), []);
});
