import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paginate } from '#lib/exports/pdf/paginate';

const group = (count: number, head = 1) => ({
  head,
  gapBefore: 5,
  lines: Array.from({ length: count }, () => ({ height: 10 })),
});
const pages = (groups: ReturnType<typeof group>[], height: number): number[][] =>
  paginate(groups, height).map((positions) => positions.map(({ page }) => page));

test('groups follow each other with a gap, and begin a page without', () => {
  const positions = paginate([group(2), group(2), group(3)], 50);
  assert.deepEqual(positions[1], [
    { page: 0, top: 25 },
    { page: 0, top: 35 },
  ]);
  assert.deepEqual(positions[2]?.[0], { page: 1, top: 0 });
});

test('a heading keeps two lines of its text with it', () => {
  assert.deepEqual(pages([group(3), group(6)], 60), [
    [0, 0, 0],
    [1, 1, 1, 1, 1, 1],
  ]);
  assert.deepEqual(pages([group(2), group(6)], 60)[1], [0, 0, 0, 1, 1, 1]);
});

test('no line stands alone at the top of a page', () => {
  assert.deepEqual(pages([group(6)], 50), [[0, 0, 0, 0, 1, 1]]);
});

test('a group longer than a page continues on the next, and a line higher than a page stands alone', () => {
  assert.deepEqual(pages([group(12)], 50)[0], [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
  assert.deepEqual(pages([group(3)], 5), [[0, 1, 2]]);
});
