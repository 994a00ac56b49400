import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSampleDocument } from '#e2e/support/editor/sample-document';
import { collectHits, firstHitFrom, groupByMonologue, nextHit } from './hits';

const { doc } = createSampleDocument(3, 2).state;
const [first, second, third] = doc.children;
assert(first && second && third);
const known = new Map([
  [first, [{ from: 0, to: 2 }]],
  [
    third,
    [
      { from: 0, to: 2 },
      { from: 3, to: 5 },
    ],
  ],
]);
const hits = collectHits(doc, known);

test('hits stand where their words do, in the order of the text', () => {
  assert.deepEqual(
    hits.map(({ from, to }) => doc.textBetween(from, to)),
    ['w0', 'w4', 'w5'],
  );
});

test('the first hit from a position on is round the end the very first', () => {
  const [, { from }] = hits as [unknown, { from: number }];
  assert.equal(firstHitFrom(hits, 0), 0);
  assert.equal(firstHitFrom(hits, from), 1);
  assert.equal(firstHitFrom(hits, from + 1), 2);
  assert.equal(firstHitFrom(hits, doc.content.size), 0);
  assert.equal(firstHitFrom([], 0), -1);
});

test('steps go round the ends', () => {
  assert.equal(nextHit(0, 1, 3), 1);
  assert.equal(nextHit(2, 1, 3), 0);
  assert.equal(nextHit(0, -1, 3), 2);
});

test('all hits are replaced by monologue', () => {
  assert.deepEqual(
    groupByMonologue(hits).map(({ node, matches }) => [node === first ? 'first' : 'third', matches.length]),
    [
      ['first', 1],
      ['third', 2],
    ],
  );
});
