import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlaps, placeHint } from './place-hint';

const page = { width: 360, height: 640 };
const size = { width: 320, height: 120 };

test('a hint stands below what is at the top, above what is at the bottom, and points at its middle', () => {
  const below = placeHint({ left: 150, top: 10, width: 40, height: 30 }, size, page);
  assert.deepEqual(below, { left: 10, top: 50, side: 'below', arrow: 160 });
  const above = placeHint({ left: 150, top: 590, width: 40, height: 40 }, size, page);
  assert.deepEqual(above, { left: 10, top: 460, side: 'above', arrow: 160 });
});

test('it stays inside the window, and its arrow on it', () => {
  const { left, arrow } = placeHint({ left: 330, top: 10, width: 24, height: 24 }, size, page);
  assert.deepEqual({ left, arrow }, { left: 32, arrow: 302 });
  const { top } = placeHint({ left: 0, top: 60, width: 24, height: 24 }, size, { width: 360, height: 150 });
  assert.equal(top, 22);
});

test('what only touches does not overlap', () => {
  const box = { left: 10, top: 10, width: 10, height: 10 };
  assert.equal(overlaps(box, { ...box, left: 19 }), true);
  assert.equal(overlaps(box, { ...box, left: 20 }), false);
  assert.equal(overlaps(box, { ...box, top: 0 }), false);
});
