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

test('a long paragraph has the directions that its parts have, whatever they are', () => {
  const sentence = 'שלום hello (עולם) 12 וגם world 3.5% ';
  const [once, often] = [findDirections(sentence.repeat(3)), findDirections(sentence.repeat(300))];
  const inner = once.stretches.slice(3, -3).map(({ text }) => text);
  assert.equal(often.level, 1);
  assert.equal(often.stretches.map(({ text }) => text).join(''), sentence.repeat(300));
  const found = new Set(often.stretches.map(({ text }) => text));
  assert.ok(inner.every((text) => found.has(text)));
  assert.equal(found.size, new Set(once.stretches.map(({ text }) => text)).size);
});

test('two hundred thousand numbers and signs by turns have their directions', () => {
  const text = `א${'1,'.repeat(100_000)}`;
  const { level, stretches } = findDirections(text);
  assert.equal(level, 1);
  assert.equal(stretches.map((stretch) => stretch.text).join(''), text);
});
