import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEditor } from '#e2e/support/editor/test-document';
import { findRangeInSight, pickInSight, type TextRange } from './find-range-in-sight';

const perLine = 80;
const lineHeight = 28;
const screen = { top: 0, bottom: 700 };

/** Paragraphs of these lengths in characters, one below the other in lines, scrolled by this many pixels. */
function draw(lengths: readonly number[], scrolled: number) {
  const { doc } = testEditor(lengths.map((length) => ({ speaker: 0, content: 'x'.repeat(length) }))).state;
  let lines = 0;
  const getLine = (position: number) => {
    lines++;
    const $at = doc.resolve(position);
    const top = getTop($at.index(0)) + Math.floor($at.parentOffset / perLine) * lineHeight;
    return { top, bottom: top + lineHeight };
  };
  const getHeight = (length: number): number => Math.max(1, Math.ceil(length / perLine)) * lineHeight;
  const getTop = (index: number): number =>
    lengths.slice(0, index).reduce((sum, length) => sum + getHeight(length), -scrolled);
  const getMonologue = (index: number) => {
    const top = getTop(index);
    return { top, bottom: top + getHeight(lengths[index] ?? 0) };
  };
  return { doc, drawn: { getLine, getMonologue }, countLines: () => lines };
}

test('of an hour in a single paragraph no more is in sight than its lines on the screen', () => {
  const length = 200_000;
  for (const scrolled of [0, 30_000, 69_000]) {
    const { doc, drawn, countLines } = draw([length], scrolled);
    const { from, to } = findRangeInSight(doc, drawn, screen);
    const seen = (pixels: number): number => Math.min(length, Math.floor(pixels / lineHeight) * perLine);
    assert.ok(from <= seen(scrolled) + 1 && to >= seen(scrolled + screen.bottom), `${from} to ${to}`);
    assert.ok(to - from <= 25 * perLine + 2 * 1000 + perLine, `${to - from} characters`);
    assert.ok(countLines() <= 20, `${countLines()} lines were asked for`);
    const hits = Array.from({ length: length / 5 }, (_, i) => ({ from: i * 5 + 1, to: i * 5 + 2 }));
    assert.ok(pickInSight(hits, { from, to }).length <= (to - from) / 5 + 1);
  }
});

test('short paragraphs are in sight as a whole, and no line is asked for', () => {
  const { doc, drawn, countLines } = draw(
    Array.from({ length: 100 }, () => 160),
    280,
  );
  assert.deepEqual(findRangeInSight(doc, drawn, screen), { from: 4 * 162, to: 18 * 162 });
  assert.equal(countLines(), 0);
});

test('nothing is in sight behind the text', () => {
  const { doc, drawn } = draw([160], 1000);
  assert.deepEqual(findRangeInSight(doc, drawn, screen), { from: 0, to: 0 });
});

test('ranges that reach into a stretch are picked without going through all of them', () => {
  let asked = 0;
  const ranges = Array.from({ length: 50_000 }, (_, i): TextRange => ({
    get from() {
      asked++;
      return i * 4;
    },
    get to() {
      asked++;
      return i * 4 + 3;
    },
  }));
  assert.deepEqual(
    pickInSight(ranges, { from: 1001, to: 1009 }).map(({ from }) => from),
    [1000, 1004, 1008],
  );
  assert.ok(asked < 50, `${asked}`);
  assert.deepEqual(pickInSight(ranges, { from: 1003, to: 1004 }), []);
});
