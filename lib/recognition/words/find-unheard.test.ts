import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnheard } from '#lib/recognition/words/find-unheard';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });
const word = (startMs: number, endMs: number) => ({ text: 'word', startMs, endMs });
const speech = [span(1000, 4000), span(4500, 6000), span(9000, 9400), span(12_000, 20_000)];
const channel = { words: [], emptyPieces: [], speech };

test('speech without any word was not understood, in passages without long pauses, each of half a second or more', () => {
  assert.deepEqual(findUnheard(channel, 'spread'), [span(1000, 6000), span(12_000, 20_000)]);
  assert.deepEqual(findUnheard({ ...channel, speech: [] }, 'spread'), []);
});

test('words that are spread leave free what was empty', () => {
  const words = [word(700, 2000), word(2000, 4250), word(11_700, 16_000)];
  assert.deepEqual(findUnheard({ ...channel, words }, 'spread'), [span(4500, 6000), span(16_000, 20_000)]);
  const allButAStart = [word(1400, 6300), word(12_000, 20_000)];
  assert.deepEqual(findUnheard({ ...channel, words: allButAStart }, 'spread'), []);
});

test('between words with times of their own, only a longer stretch away from them was not understood', () => {
  const near = [word(1000, 2200), word(4900, 5000), word(12_500, 14_000), word(16_000, 17_900)];
  assert.deepEqual(findUnheard({ ...channel, words: near }, 'timed'), [span(18_400, 20_000)]);
  const far = [word(1000, 1200), word(19_000, 20_000)];
  assert.deepEqual(findUnheard({ ...channel, words: far }, 'timed'), [
    span(1700, 6000),
    span(12_000, 18_500),
  ]);
});

test('a piece that came back empty was not understood, however short, and is no passage twice', () => {
  const words = [word(1000, 3900), word(4500, 5900), word(12_000, 15_000)];
  const emptyPieces = [span(8700, 9700), span(14_900, 20_300)];
  const short = [...speech.slice(0, 2), span(9000, 9600), ...speech.slice(3)];
  assert.deepEqual(findUnheard({ words, emptyPieces, speech: short }, 'timed'), [
    span(9000, 9600),
    span(14_900, 20_000),
  ]);
  assert.deepEqual(findUnheard({ ...channel, words, emptyPieces }, 'timed'), [span(14_900, 20_000)]);
});

test('words that overlap hide what lies under any of them', () => {
  const words = [word(1000, 19_000), word(1100, 1200), word(18_000, 18_100)];
  assert.deepEqual(findUnheard({ ...channel, words }, 'spread'), [span(19_000, 20_000)]);
});
