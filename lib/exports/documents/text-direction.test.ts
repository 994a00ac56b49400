import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirections, mirror, orderFromLeft } from '#lib/exports/documents/text-direction';

test('a text is cut where its direction turns, and what it begins with decides the whole', () => {
  assert.deepEqual(findDirections('only Latin'), { level: 0, stretches: [{ text: 'only Latin', level: 0 }] });
  const { level, stretches } = findDirections('שלום (Bob) 25');
  assert.equal(level, 1);
  assert.deepEqual(stretches, [
    { text: 'שלום (', level: 1 },
    { text: 'Bob', level: 2 },
    { text: ') ', level: 1 },
    { text: '25', level: 2 },
  ]);
  assert.deepEqual(findDirections(''), { level: 0, stretches: [] });
  assert.deepEqual(findDirections('):', 'rtl'), { level: 1, stretches: [{ text: '):', level: 1 }] });
});

test('stretches stand from left to right as the bidirectional algorithm orders them', () => {
  const order = (levels: number[]): number[] =>
    orderFromLeft(levels.map((level, index) => ({ level, index }))).map(({ index }) => index);
  assert.deepEqual(order([0, 0]), [0, 1]);
  assert.deepEqual(order([1, 2, 1]), [2, 1, 0]);
  assert.deepEqual(order([0, 1, 2, 2, 1, 0]), [0, 4, 2, 3, 1, 5]);
});

test('brackets turn with their text', () => {
  assert.equal(mirror('(א) [b] «c»'), ')א( ]b[ »c«');
});
