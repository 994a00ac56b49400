import assert from 'node:assert/strict';
import test from 'node:test';
import { alignStretches, type KnownWord } from '#lib/recognition/alignment/align-stretches';
import { AlignmentFailure, type Aligner } from '#lib/recognition/alignment/aligner';

const { signal } = new AbortController();

/**
 * Returns a word per second, each half a second long; those in capitals were not recognized, and are estimated 200 ms
 * late.
 */
const say = (text: string): KnownWord[] =>
  text.split(' ').map((word, i) => {
    const isTag = word.startsWith('[');
    const isHeard = word !== word.toUpperCase() && !isTag;
    const startMs = i * 1000 + (isHeard ? 0 : 200);
    return { text: word, startMs, endMs: startMs + 500, isHeard, ...(isTag && { isTag }) };
  });

interface Asked {
  span: [startMs: number, endMs: number];
  text: string;
}

/** Creates an aligner that knows the position of each word, and records its requests. */
function makeAligner(score = -20): { aligner: Pick<Aligner, 'align' | 'minScore'>; asked: Asked[] } {
  const asked: Asked[] = [];
  const align: Aligner['align'] = async (_, { startMs, endMs }, words) => {
    asked.push({ span: [startMs, endMs], text: words.map(({ text }) => text).join(' ') });
    const timed = words.map((word) => {
      const exactMs = Math.floor(word.startMs / 1000) * 1000;
      return { ...word, startMs: exactMs, endMs: exactMs + 500 };
    });
    return { words: timed, score };
  };
  return { aligner: { minScore: -40, align }, asked };
}

const options = { pcmPath: '', onFailed: (error: unknown) => assert.fail(String(error)) };
const getStarts = (words: ReadonlyArray<{ startMs: number }>) => words.map(({ startMs }) => startMs);

test('only the words that were not heard are aligned, with two heard ones on each side', async () => {
  const { aligner, asked } = makeAligner();
  const words = say('a b c d e F g h i j k l m n O');
  const result = await alignStretches(words, { ...options, totalMs: 15_000, aligner }, signal);
  assert.deepEqual(asked, [
    { span: [3000, 7500], text: 'd e F g h' },
    { span: [12_000, 15_000], text: 'm n O' },
  ]);
  assert.deepEqual(
    getStarts(result.words),
    words.map((_, i) => i * 1000),
  );
  assert.deepEqual([result.isAligned, result.isEstimated], [true, false]);
  assert.ok(result.words.every((word) => !('isHeard' in word)));
});

test('stretches that are close together are one, but none is longer than 28 seconds', async () => {
  const { aligner, asked } = makeAligner();
  await alignStretches(say('a B c d E f g h i j'), { ...options, totalMs: 10_000, aligner }, signal);
  assert.deepEqual(asked.splice(0), [{ span: [0, 6500], text: 'a B c d E f g' }]);
  const every = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 'a' : 'B')).join(' ');
  const result = await alignStretches(say(every), { ...options, totalMs: 60_000, aligner }, signal);
  assert.ok(asked.length >= 3 && asked.every(({ span: [from, to] }) => to - from <= 28_000));
  assert.deepEqual([result.isAligned, result.isEstimated], [true, false]);
});

test('a tag is told to no aligner, and stands between its neighbors', async () => {
  const { aligner, asked } = makeAligner();
  const result = await alignStretches(
    say('a b C [laughs] d e f'),
    { ...options, totalMs: 7000, aligner },
    signal,
  );
  assert.deepEqual(
    asked.map(({ text }) => text),
    ['a b C d e'],
  );
  const { startMs, endMs, isTag } = result.words[3] ?? {};
  assert.deepEqual([startMs, endMs, isTag], [2500, 4000, true]);
});

test('text that no one can have said in its time is left out', async () => {
  const { aligner, asked } = makeAligner();
  const crowded = say('a b c d').toSpliced(
    2,
    0,
    ...'TRANSLATED BY ANN LEE AND MANY OTHERS'
      .split(' ')
      .map((text, i) => ({ text, startMs: 1500 + i * 70, endMs: 1570 + i * 70, isHeard: false })),
  );
  const result = await alignStretches(crowded, { ...options, totalMs: 4000, aligner }, signal);
  assert.deepEqual(asked, []);
  assert.deepEqual(getStarts(result.words), getStarts(crowded));
  assert.equal(result.isEstimated, true);
});

test('words that don’t go with the sound, and those that no aligner knows, keep their estimates', async () => {
  const words = say('a b C d e');
  const stays = async (aligner: Pick<Aligner, 'align' | 'minScore'> | undefined) => {
    const result = await alignStretches(words, { ...options, totalMs: 5000, aligner }, signal);
    assert.deepEqual(getStarts(result.words), getStarts(words));
    assert.deepEqual([result.isAligned, result.isEstimated], [false, true]);
  };
  await stays(undefined);
  await stays(makeAligner(-45).aligner);
  await stays({ minScore: -40, align: async () => undefined });
});

test('a stretch that fails is told and keeps its estimates, and an abort ends the work', async () => {
  const failed: unknown[] = [];
  const aligner = { minScore: -40, align: () => Promise.reject(new AlignmentFailure('it ended')) };
  const told = { ...options, totalMs: 5000, aligner, onFailed: (error: unknown) => failed.push(error) };
  const { isEstimated } = await alignStretches(say('a b C d e'), told, signal);
  assert.deepEqual([failed.length, isEstimated], [1, true]);
  const aborted = AbortSignal.abort(new Error('canceled'));
  await assert.rejects(alignStretches(say('a b C d e'), told, aborted), /canceled/);
});
