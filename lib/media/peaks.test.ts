import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { toFile, toPeaks } from '#lib/media/peaks';

function toPcm(samples: number[]): Buffer {
  const bytes = Buffer.alloc(2 * samples.length);
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(sample, 2 * i);
  return bytes;
}

async function* cut(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) yield bytes.subarray(at, (at += size));
  yield bytes.subarray(at);
}

async function gather(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

test('each point is the lowest and the highest of its 50 ms', async () => {
  const samples = Array.from({ length: 2000 }, () => 0);
  samples[10] = 32_767;
  samples[20] = -32_768;
  samples[800] = 12_800;
  samples[1599] = -256;
  samples[1999] = -25_600;
  for (let i = 1600; i < 1999; i++) samples[i] = 512;
  const peaks = await gather(toPeaks(cut(toPcm(samples), [])));
  assert.deepEqual([...new Int8Array(peaks)], [-128, 127, -1, 50, -100, 2]);
});

test('where the chunks are cut does not matter', async () => {
  const anyCut = fc.tuple(
    fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 2500 }),
    fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(anyCut, async ([samples, sizes]) => {
      const expected: number[] = [];
      for (let i = 0; i < samples.length; i += 800) {
        const part = samples.slice(i, i + 800);
        expected.push(Math.min(...part) >> 8, Math.max(...part) >> 8);
      }
      const peaks = await gather(toPeaks(cut(toPcm(samples), sizes)));
      assert.deepEqual([...new Int8Array(peaks)], expected);
    }),
  );
});

test('the file says how it is made, and is as long as it should be', async () => {
  const tone = toPcm(Array.from({ length: 16_000 }, () => 2560));
  for (const [length, values] of [
    [20, 20],
    [5, 5],
    [10_000, 20],
    [0, 0],
  ] as const) {
    const file = await gather(toFile(cut(tone, [333]), length));
    assert.equal(file.length, 24 + 2 * length);
    const numbers = [0, 4, 8, 12, 16, 20].map((at) => file.readInt32LE(at));
    assert.deepEqual(numbers, [2, 1, 16_000, 800, length, 1]);
    assert.ok(file.subarray(24, 24 + 2 * values).every((value) => value === 10));
    assert.ok(file.subarray(24 + 2 * values).every((value) => value === 0));
  }
});
