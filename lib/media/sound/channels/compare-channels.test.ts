import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { compareChannels } from '#lib/media/sound/channels/compare-channels';

const folder = await makeTestFolder();

const rate = 16_000;
/** Each voice has two turns. */
const seconds = 16;

/** Pseudo-random numbers from -1 to 1, the same in each run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Like a voice: syllables of 0.2 s at changing loudness, with pauses of 0.4 s here and there. */
function voice(seed: number): Float64Array {
  const random = noise(seed);
  const carrier = noise(seed + 1);
  const rhythm = noise(seed + 2);
  const pauses = Array.from({ length: seconds * 3 }, () => rhythm() > 0.5);
  const loudness = Array.from({ length: seconds * 5 }, (_, at) =>
    pauses[at >> 1] === true ? 0 : 0.1 + 0.15 * Math.abs(random()),
  );
  return Float64Array.from(
    { length: seconds * rate },
    (_, at) => (loudness[Math.floor((at * 5) / rate)] ?? 0) * carrier(),
  );
}

const first = voice(1);
const second = voice(100);
/** The first voice speaks in even stretches of 4 s, the second in odd ones; both for 1 s at each change. */
const getTurn = (at: number) => {
  const within = (at / rate) % 8;
  return { first: within < 4.5 ? 1 : 0, second: within >= 4 || within < 0.5 ? 1 : 0 };
};

interface Mix {
  /** The level of the voices in each channel. */
  left: [first: number, second: number];
  right: [first: number, second: number];
  leftNoise?: number;
  rightNoise?: number;
  /** By how many samples the second channel hears everything later. */
  delay?: number;
  /** True if both speak all the time. */
  isAtOnce?: boolean;
}

async function compare(mix: Mix) {
  const make = async (name: string, gains: [number, number], floor: number, delay: number) => {
    const random = noise(name.length);
    const samples = Int16Array.from({ length: seconds * rate }, (_, i) => {
      const at = i - delay;
      const turn = mix.isAtOnce === true ? { first: 1, second: 1 } : getTurn(Math.max(0, at));
      const value =
        gains[0] * turn.first * (first[at] ?? 0) +
        gains[1] * turn.second * (second[at] ?? 0) +
        floor * random();
      return Math.round(32_767 * Math.max(-1, Math.min(1, value)));
    });
    const file = path.join(folder, name);
    await writeFile(file, new Uint8Array(samples.buffer));
    return file;
  };
  const left = await make('left', mix.left, mix.leftNoise ?? 0.001, 0);
  const right = await make('right!', mix.right, mix.rightNoise ?? 0.001, mix.delay ?? 0);
  return compareChannels(left, right);
}

test('the channels of a telephone call are separated, with echo, noise and levels that differ', async () => {
  assert.equal(await compare({ left: [1, 0], right: [0, 1] }), 'both');
  assert.equal(await compare({ left: [1, 0.03], right: [0.03, 1] }), 'both');
  assert.equal(await compare({ left: [1, 0], right: [0, 0.2], leftNoise: 0.004 }), 'both');
  assert.equal(await compare({ left: [1, 0], right: [0, 1], leftNoise: 0, rightNoise: 0 }), 'both');
});

test('a recording with both voices in both channels is mixed, whatever their levels', async () => {
  assert.equal(await compare({ left: [1, 1], right: [1, 1] }), 'mixed');
  assert.equal(await compare({ left: [1, 0.4], right: [0.4, 1] }), 'mixed');
  assert.equal(await compare({ left: [1, 1], right: [0.25, 0.25], rightNoise: 0.0003 }), 'mixed');
});

test('two microphones that hear the same voices at different times are mixed', async () => {
  assert.equal(await compare({ left: [1, 0.5], right: [0.5, 1], delay: 40 }), 'mixed');
});

/** Two who speak all the time, so that none of them leads for long. */
const noisy = { leftNoise: 0.02, rightNoise: 0.02, isAtOnce: true };

test('people who speak at once, each in a channel of their own, are separated', async () => {
  assert.equal(await compare({ left: [1, 0], right: [0, 1], ...noisy }), 'independent');
  assert.equal(await compare({ left: [1, 0], right: [0, 1.5], ...noisy, delay: 8000 }), 'independent');
});

test('channels in which the same can be heard are mixed, also softly or a little later', async () => {
  assert.equal(await compare({ left: [1, 0], right: [0.2, 1], ...noisy, delay: 300 }), 'mixed');
});

test('of two recorders that began at different times, one is used: mixed or apart, each word would be there twice', async () => {
  assert.equal(await compare({ left: [1, 1], right: [0.5, 0.5], ...noisy, delay: 16_000 }), 'left');
  for (const delay of [5000, 16_000, 20_800, 48_000, 60_000]) {
    assert.equal(await compare({ left: [1, 0.5], right: [0.5, 1], delay }), 'left', `${delay}`);
  }
});

test('a call is separated in which one person speaks nearly all the time and comes back as an echo', async () => {
  const echoed = { left: [1, 0] as [number, number], right: [0.05, 1] as [number, number] };
  for (const delay of [3200, 9600]) assert.equal(await compare({ ...echoed, delay }), 'both', `${delay}`);
});

test('a channel without a voice is dropped: digital zeros, noise, or a faint copy of the other', async () => {
  assert.equal(await compare({ left: [1, 1], right: [0, 0], rightNoise: 0 }), 'left');
  assert.equal(await compare({ left: [0, 0], right: [1, 1], leftNoise: 0.01 }), 'right');
  assert.equal(await compare({ left: [1, 1], right: [0, 0], rightNoise: 0.03 }), 'left');
  assert.equal(await compare({ left: [1, 1], right: [0.02, 0.02] }), 'left');
});

test('whoever speaks on a noisy line is kept, though they never lead', async () => {
  assert.equal(await compare({ left: [1, 0], right: [0, 0.25], rightNoise: 0.03 }), 'mixed');
});

test('two silent channels are mixed', async () => {
  assert.equal(await compare({ left: [0, 0], right: [0, 0], leftNoise: 0, rightNoise: 0 }), 'mixed');
  assert.equal(await compare({ left: [0, 0], right: [0, 0] }), 'mixed');
});

test('of channels that cancel each other out in the mix, one is used', async () => {
  assert.equal(await compare({ left: [1, 1], right: [-1, -1] }), 'left');
});
