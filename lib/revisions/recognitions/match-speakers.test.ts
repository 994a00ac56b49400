import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchSpeakers } from '#lib/revisions/recognitions/match-speakers';

/** Speakers with their turns: start, end (ms) and speaker, with one word each. */
function speech(names: readonly string[], turns: ReadonlyArray<readonly [number, number, number]>) {
  return {
    speakers: names.map((name, id) => ({ id, name })),
    words: turns.map(([startMs, endMs]) => ({ text: 'word', startMs, endMs })),
    monologues: turns.map(([, , speaker], id) => ({ id, speaker, from: id, to: id + 1 })),
  };
}

const match = (...sides: Parameters<typeof matchSpeakers>) =>
  [...matchSpeakers(...sides)]
    .toSorted(([a], [b]) => a - b)
    .map(([id, { id: other, name }]) => [id, other, name]);

test('a voice is the speaker who was heard for most of its time, and nobody is two', () => {
  const earlier = speech(
    ['Ann', 'Ben'],
    [
      [0, 1000, 0],
      [1000, 2000, 1],
      [2000, 3000, 0],
    ],
  );
  const swapped = speech(
    ['Speaker 1', 'Speaker 2'],
    [
      [0, 900, 1],
      [1100, 2100, 0],
      [2100, 3000, 1],
    ],
  );
  assert.deepEqual(match(swapped, earlier), [
    [0, 1, 'Ben'],
    [1, 0, 'Ann'],
  ]);
});

test('a voice more is a speaker more, with a name of its own', () => {
  const earlier = speech(['Speaker 1'], [[0, 3000, 0]]);
  const later = speech(
    ['Speaker 1', 'Speaker 2'],
    [
      [0, 1000, 0],
      [1000, 3000, 1],
    ],
  );
  assert.deepEqual(match(later, earlier), [
    [0, 1, 'Speaker 2'],
    [1, 0, 'Speaker 1'],
  ]);
});

test('speakers without words, and recognitions without any, have speakers all the same', () => {
  const nothing = speech(['Speaker 1'], []);
  assert.deepEqual(match(nothing, speech(['Ann'], [[0, 1000, 0]])), [[0, 0, 'Ann']]);
  assert.deepEqual(match(speech(['Speaker 1'], [[0, 1000, 0]]), nothing), [[0, 0, 'Speaker 1']]);
});

test('what a person chose says more, but a voice that is taken for another once more is still its own', () => {
  const earlier = speech(
    ['Ann', 'Ben'],
    [
      [0, 60_000, 0],
      [60_000, 66_000, 1],
      [66_000, 100_000, 0],
    ],
  );
  const swapped = speech(
    ['Speaker 1', 'Speaker 2'],
    [
      [0, 60_000, 0],
      [60_000, 66_000, 0],
      [66_000, 100_000, 1],
    ],
  );
  assert.deepEqual(match(swapped, earlier), [
    [0, 0, 'Ann'],
    [1, 2, 'Speaker 1'],
  ]);
  assert.deepEqual(match(swapped, earlier, [false, true, false]), [
    [0, 1, 'Ben'],
    [1, 0, 'Ann'],
  ]);
  const short = {
    ...earlier,
    words: earlier.words.with(1, { text: 'word', startMs: 60_000, endMs: 61_000 }),
  };
  const late = { ...swapped, words: swapped.words.with(1, { text: 'word', startMs: 60_000, endMs: 61_000 }) };
  assert.deepEqual(match(late, short, [false, true, false])[0], [0, 0, 'Ann']);
});
