import assert from 'node:assert/strict';
import test from 'node:test';
import { linkSpeakers, type LocalSpeaker } from '#lib/recognition/speakers/link-speakers';

/** Returns a voice at an angle in degrees, so that the distance of two is 1 - cos of the difference. */
const voice = (degrees: number, speechMs = 20_000): LocalSpeaker => ({
  embedding: Float32Array.of(
    3 * Math.cos((degrees * Math.PI) / 180),
    3 * Math.sin((degrees * Math.PI) / 180),
  ),
  speechMs,
});
const auto = { threshold: 0.3, count: undefined, most: 10 };

test('voices of several windows are linked by their likeness', () => {
  const speakers = [voice(0), voice(90), voice(92), voice(4), voice(180), voice(-6)];
  assert.deepEqual(linkSpeakers(speakers, auto), [0, 1, 1, 0, 2, 0]);
});

test('the threshold decides where the number is not given', () => {
  const speakers = [voice(0), voice(50)];
  assert.deepEqual(linkSpeakers(speakers, auto), [0, 1]);
  assert.deepEqual(linkSpeakers(speakers, { ...auto, threshold: 0.4 }), [0, 0]);
});

test('a chain of voices that are each like the next is not one voice', () => {
  const linked = linkSpeakers(
    [0, 30, 60, 90, 120, 150].map((at) => voice(at)),
    auto,
  );
  assert.ok(new Set(linked).size > 2);
});

test('with the number given there are exactly so many, however alike they are', () => {
  assert.deepEqual(linkSpeakers([voice(0), voice(2), voice(8)], { ...auto, count: 2 }), [0, 0, 1]);
  assert.deepEqual(linkSpeakers([voice(0), voice(90), voice(180)], { ...auto, count: 2 }).length, 3);
  assert.equal(new Set(linkSpeakers([voice(0), voice(90), voice(180)], { ...auto, count: 2 })).size, 2);
  assert.deepEqual(linkSpeakers([voice(0), voice(90)], { ...auto, count: 5 }), [0, 1]);
});

test('a voice heard briefly does not take the place of one that is known well', () => {
  const speakers = [voice(0), voice(55), voice(150, 1500), voice(57)];
  assert.deepEqual(linkSpeakers(speakers, { ...auto, count: 2 }), [0, 1, 1, 1]);
});

test('never more than the cap', () => {
  const speakers = Array.from({ length: 12 }, (_, at) => voice(at * 30));
  const linked = linkSpeakers(speakers, { threshold: 0.01, count: undefined, most: 4 });
  assert.equal(new Set(linked).size, 4);
  assert.ok(linked.every((speaker) => speaker < 4));
});

test('who was hardly heard joins the closest voice, or the one heard most', () => {
  const nobody = { embedding: undefined, speechMs: 200 };
  const speakers = [voice(0), voice(90, 40_000), voice(40, 500), nobody];
  assert.deepEqual(linkSpeakers(speakers, auto), [0, 1, 0, 1]);
  assert.deepEqual(linkSpeakers([nobody, nobody], auto), [0, 0]);
  assert.deepEqual(linkSpeakers([voice(0, 500), voice(90, 500)], auto), [0, 1]);
  assert.deepEqual(linkSpeakers([], auto), []);
});
