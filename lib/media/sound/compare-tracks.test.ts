import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGain } from '#lib/media/sound/compare-tracks';
import { silentDb } from '#lib/media/sound/frames';

/**
 * Returns levels like those of a voice: syllables of 0.2 s at changing loudness, with a pause after every six; the same
 * for each seed.
 */
function speak(seed: number, seconds = 30): Float32Array {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const syllables = Array.from({ length: seconds * 5 }, (_, at) => (at % 8 >= 6 ? -80 : -35 + 20 * random()));
  return Float32Array.from(
    { length: seconds * 50 },
    (_, at) => (syllables[Math.floor(at / 10)] ?? 0) + 2 * random(),
  );
}

const toPower = (level: number) => 10 ** (level / 10);
const mix = (...sounds: Float32Array[]) =>
  Float32Array.from({ length: Math.max(...sounds.map(({ length }) => length)) }, (_, at) =>
    Math.max(
      silentDb,
      10 * Math.log10(sounds.reduce((sum, sound) => sum + toPower(sound[at] ?? silentDb), 0)),
    ),
  );
const gain = (sound: Float32Array, db: number) => sound.map((level) => Math.max(silentDb, level + db));
const later = (sound: Float32Array, frames: number) =>
  Float32Array.from([...Array.from({ length: frames }, () => silentDb), ...sound]);
const during = (sound: Float32Array, isHeard: (frame: number) => boolean) =>
  sound.map((level, at) => (isHeard(at) ? level : silentDb));

const first = speak(1);
const second = speak(100);

function isNear(found: number | undefined, expected: number): void {
  assert.ok(found !== undefined && Math.abs(found - expected) < 1, `${found} dB for ${expected} dB`);
}

test('a sound is found in itself, softer, and up to 3 s earlier or later', () => {
  isNear(findGain(first, first), 0);
  isNear(findGain(first, gain(first, -15)), -15);
  isNear(findGain(first, later(gain(first, -3), 149)), -3);
  isNear(findGain(later(first, 140), first), 0);
});

test('a part is found in a mix, which is not in its part', () => {
  isNear(findGain(first, mix(first, second)), 0);
  isNear(findGain(second, mix(gain(first, -6), gain(second, -6))), -6);
  assert.equal(findGain(mix(first, second), first), undefined);
});

test('two voices are not in each other, whether at once, in turns, or across a room', () => {
  assert.equal(findGain(first, second), undefined);
  const turn = (frame: number) => frame % 500 < 250;
  const a = during(first, turn);
  const b = during(second, (frame) => !turn(frame));
  assert.equal(findGain(a, b), undefined);
  assert.equal(findGain(b, a), undefined);
  const leak = mix(a, gain(b, -15));
  assert.equal(findGain(leak, mix(b, gain(a, -15))), undefined);
});

test('a copy that ends early is in the whole, and a copy with one more word is not in the other', () => {
  const short = first.slice(0, 900);
  isNear(findGain(short, first), 0);
  assert.equal(findGain(first, short), undefined);
  const word = during(second, (frame) => frame >= 85 && frame < 100);
  const more = mix(
    during(first, (frame) => frame < 60 || frame > 120),
    word,
  );
  assert.equal(
    findGain(
      more,
      during(first, (frame) => frame < 60 || frame > 120),
    ),
    undefined,
  );
});

test('silence and a sound of some frames are in nothing', () => {
  assert.equal(findGain(new Float32Array(500).fill(silentDb), first), undefined);
  assert.equal(findGain(first.slice(0, 15), first), undefined);
  assert.equal(findGain(new Float32Array(), new Float32Array()), undefined);
});

test('of two people who say a word each, neither is taken for a copy of the other', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    for (const seconds of [0.6, 1, 1.4]) {
      const word = later(
        during(speak(77 * seed, 8), (frame) => frame < 50 * seconds),
        20,
      );
      const other = later(
        during(speak(131 * seed + 50_000, 8), (frame) => frame < 50 * seconds),
        seed % 140,
      );
      const isCopy = findGain(word, other) !== undefined && findGain(other, word) !== undefined;
      assert.ok(!isCopy, `seed ${seed}, ${seconds} s`);
    }
  }
});
