import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { findCrosstalk, suppressCrosstalk } from '#lib/media/sound/channels/suppress-crosstalk';

const silent = -65;

/** Returns the levels of a channel: each level, in dB, for a number of frames. */
const toLevels = (...stretches: Array<[db: number, frames: number]>) =>
  Float32Array.from(stretches.flatMap(([db, frames]) => Array.from({ length: frames }, () => db)));

/** Returns the silenced frames of a channel, as `[from, to)`. */
function findSilenced(own: Float32Array, other: Float32Array): Array<[from: number, to: number]> {
  const mask = findCrosstalk(own, other);
  const edges = [...mask, 0].flatMap((isSilent, at) => (isSilent !== (mask[at - 1] ?? 0) ? [at] : []));
  return Array.from({ length: edges.length / 2 }, (_, i) => [edges[2 * i] ?? 0, edges[2 * i + 1] ?? 0]);
}

// The other speaks in frames 20 to 60.
const other = toLevels([silent, 20], [-20, 40], [silent, 60]);

test('a voice that reaches the other channel is silenced there, however soft', () => {
  for (const bleed of [-15, -20, -28]) {
    const own = toLevels([silent, 20], [-20 + bleed, 40], [silent, 20], [-20, 30], [silent, 10]);
    assert.deepEqual(findSilenced(own, other), [[20, 60]], `${bleed} dB`);
  }
});

test('a channel without the other voice stays as it is', () => {
  const own = toLevels([silent, 80], [-20, 30], [silent, 10]);
  assert.deepEqual(findSilenced(own, other), []);
});

test('what is said while the other speaks stays, also softly and shortly, with a frame before and behind', () => {
  for (const [level, frames] of [
    [-20, 10],
    [-32, 10],
    [-20, 2],
  ] as const) {
    const left = 20 - frames;
    const own = toLevels([silent, 20], [-45, 20], [level, frames], [-45, left], [silent, 60]);
    assert.deepEqual(
      findSilenced(own, other),
      [
        [20, 39],
        [41 + frames, 60],
      ],
      `${level} dB, ${frames} frames`,
    );
  }
});

test('the room after a voice has ended is silenced, an answer that comes at once is not', () => {
  const echo = toLevels([silent, 20], [-45, 40], [-42, 2], [silent, 18], [-20, 30], [silent, 10]);
  assert.deepEqual(findSilenced(echo, other), [[20, 62]]);
  const answer = toLevels([silent, 20], [-45, 40], [-25, 3], [silent, 57]);
  assert.deepEqual(findSilenced(answer, other), [[20, 59]]);
});

test('nobody is silenced who is nearly as loud as the other, whatever was measured before', () => {
  const both = toLevels([silent, 20], [-20, 80], [silent, 20]);
  const own = toLevels([silent, 20], [-33, 60], [-28, 20], [silent, 20]);
  assert.deepEqual(findSilenced(own, both), [[20, 79]]);
});

test('a file has silence where the other voice was, with ramps and no other change', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crosstalk-'));
  try {
    const [left, right] = [path.join(folder, 'left'), path.join(folder, 'right')];
    // 25 s: the left one speaks from 2 s to 13 s, across the boundary of a read.
    const speak = (samples: Int16Array, [from, to]: [number, number], height: number) =>
      samples.subarray(from * 16_000, to * 16_000).forEach((_, i, part) => {
        part[i] = i % 2 === 0 ? height : -height;
      });
    const own = new Int16Array(25 * 16_000);
    const leaked = new Int16Array(25 * 16_000 + 700);
    speak(own, [2, 13], 8000);
    speak(leaked, [2, 13], 500);
    speak(leaked, [15, 20], 8000);
    await writeFile(left, new Uint8Array(own.buffer));
    await writeFile(right, new Uint8Array(leaked.buffer));
    assert.deepEqual(await suppressCrosstalk(left, right), [0, 11_000]);
    assert.deepEqual(await readFile(left), Buffer.from(own.buffer));
    const bytes = await readFile(right);
    const heard = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const after = leaked.slice();
    after.fill(0, 2 * 16_000 + 160, 13 * 16_000 - 160);
    for (let i = 0; i < 160; i++) {
      for (const at of [2 * 16_000 + i, 13 * 16_000 - 1 - i]) {
        after[at] = Math.round((after[at] ?? 0) * (1 - i / 160));
      }
    }
    assert.deepEqual(heard, after);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an abort ends it with its reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crosstalk-'));
  try {
    const file = path.join(folder, 'one');
    await writeFile(file, new Uint8Array(6400));
    await assert.rejects(suppressCrosstalk(file, file, AbortSignal.abort(new Error('canceled'))), /canceled/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
