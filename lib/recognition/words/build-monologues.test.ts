import assert from 'node:assert/strict';
import test from 'node:test';
import { buildMonologues } from '#lib/recognition/words/build-monologues';
import type { MachineWord } from '#lib/transcript/model';

/** Returns words of 0.4 s with the pause before each, in milliseconds. */
function speak(pauses: readonly number[]): MachineWord[] {
  let atMs = 0;
  return pauses.map((pauseMs, index) => {
    const startMs = atMs + pauseMs;
    atMs = startMs + 400;
    return { text: `w${index}`, startMs, endMs: atMs, confidence: 1 };
  });
}

function assertCovers(words: readonly MachineWord[]): void {
  const monologues = buildMonologues(words);
  assert.equal(monologues[0]?.from, 0);
  assert.equal(monologues.at(-1)?.to, words.length);
  monologues.forEach(({ id, from, to }, index) => {
    assert.equal(id, index);
    assert.ok(from < to);
    if (index > 0) assert.equal(from, monologues[index - 1]?.to);
    const lastsMs = (words[to - 1]?.endMs ?? 0) - (words[from]?.startMs ?? 0);
    assert.ok(lastsMs <= 60_000 || to === from + 1, `${lastsMs} ms`);
  });
}

test('no words make no monologue, a few make one', () => {
  assert.deepEqual(buildMonologues([]), []);
  assert.deepEqual(buildMonologues(speak([500, 100, 100])), [{ id: 0, speaker: 0, from: 0, to: 3 }]);
});

test('a long pause begins a new monologue', () => {
  const ranges = buildMonologues(speak([0, 100, 2500, 100])).map(({ from, to }) => [from, to]);
  assert.deepEqual(ranges, [
    [0, 2],
    [2, 4],
  ]);
});

test('a turn longer than a minute is split at its longest pause', () => {
  const pauses = Array.from({ length: 180 }, (_, index) => (index === 60 ? 900 : 100));
  const ranges = buildMonologues(speak(pauses)).map(({ from, to }) => [from, to]);
  assert.deepEqual(ranges[0], [0, 60]);
  assertCovers(speak(pauses));
});

test('monologues cover all words and stay within a minute, whatever the pauses', () => {
  assertCovers(speak(Array.from({ length: 2000 }, () => 0)));
  assertCovers(speak(Array.from({ length: 2000 }, (_, index) => (index * index * 37) % 1900)));
  assertCovers(speak(Array.from({ length: 153 }, () => 0)));
  assertCovers([
    { text: 'long', startMs: 0, endMs: 90_000, confidence: 1 },
    { text: 'short', startMs: 90_000, endMs: 90_500, confidence: 1 },
  ]);
});

test('a change of speaker begins a new monologue, without a pause too', () => {
  const words = speak([0, 50, 50, 50, 3000, 50]);
  assert.deepEqual(buildMonologues(words, [0, 0, 1, 0, 0, 0]), [
    { id: 0, speaker: 0, from: 0, to: 2 },
    { id: 1, speaker: 1, from: 2, to: 3 },
    { id: 2, speaker: 0, from: 3, to: 4 },
    { id: 3, speaker: 0, from: 4, to: 6 },
  ]);
});

test('words of speakers who talk at once make monologues too, though they overlap', () => {
  const words = [
    { text: 'well', startMs: 0, endMs: 900 },
    { text: 'yes', startMs: 300, endMs: 600 },
    { text: 'then', startMs: 950, endMs: 1200 },
  ];
  assert.deepEqual(
    buildMonologues(words, [0, 1, 0]).map(({ speaker }) => speaker),
    [0, 1, 0],
  );
});
