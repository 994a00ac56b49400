import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { placeWords } from '#lib/recognition/alignment/pocketsphinx/place-words';

const piece = { startMs: 10_000, endMs: 12_000 };
const words = ['Hello', '—', 'world.'].map((text) => ({
  text,
  startMs: 10_000,
  endMs: 12_000,
  confidence: 0.5,
}));
const makeRow = (text: string, startFrame: number, endFrame: number) => ({
  text,
  startFrame,
  endFrame,
  confidence: 1,
});
const spoken = [0, 2];

test('words get the times of their rows, and what is not said stands behind the word before', () => {
  const rows = [makeRow('w0', 30, 59), makeRow('f2', 60, 70), makeRow('w2', 80, 119)];
  assert.deepEqual(placeWords(words, { spoken, rows, zeroMs: 9800 }, piece), [
    { text: 'Hello', startMs: 10_100, endMs: 10_400, confidence: 0.5 },
    { text: '—', startMs: 10_400, endMs: 10_400, confidence: 0.5 },
    { text: 'world.', startMs: 10_600, endMs: 11_000, confidence: 0.5 },
  ]);
});

test('an alignment that lacks a word, has one more or another order is none', () => {
  const [first, second] = [makeRow('w0', 0, 9), makeRow('w2', 10, 19)];
  for (const rows of [[], [first], [second, first], [first, second, second], [first, makeRow('w1', 10, 19)]])
    assert.equal(placeWords(words, { spoken, rows, zeroMs: 10_000 }, piece), undefined);
});

test('whatever an alignment says, words stay inside the piece and in order', () => {
  const frame = fc.integer({ min: -50, max: 400 });
  fc.assert(
    fc.property(fc.array(fc.tuple(frame, frame), { minLength: 2, maxLength: 2 }), (times) => {
      const rows = times.map(([start, end], i) => makeRow(`w${spoken[i]}`, start, end));
      let earliest = piece.startMs;
      for (const { startMs, endMs } of placeWords(words, { spoken, rows, zeroMs: 9800 }, piece) ?? []) {
        assert.ok(startMs >= earliest && endMs >= startMs && endMs <= piece.endMs);
        earliest = endMs;
      }
    }),
  );
});
