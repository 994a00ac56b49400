import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { wrapSamples } from '#lib/api/asr/wrap-samples';

test('samples are a WAV file of 16 kHz, mono, 16 bits', async () => {
  const wav = await buffer(wrapSamples(Readable.from([Buffer.from([1, 2]), Buffer.from([3, 4, 5, 6])])));
  assert.equal(wav.length, 50);
  assert.equal(wav.toString('latin1', 8, 16), 'WAVEfmt ');
  assert.deepEqual([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)], [1, 16_000, 16]);
  assert.deepEqual([...wav.subarray(44)], [1, 2, 3, 4, 5, 6]);
});

test('what is behind the first seconds is read and left out', async () => {
  let isOver = false;
  const samples = Readable.from(
    (async function* () {
      for (let second = 0; second < 5; second += 1) yield Buffer.alloc(24_000, second);
      isOver = true;
    })(),
  );
  const wav = await buffer(wrapSamples(samples, { maxSeconds: 2 }));
  assert.equal(wav.length, 44 + 64_000);
  assert.equal(wav.at(-1), 2);
  assert.equal(isOver, true);
});

test('samples that break off break the file off', async () => {
  const samples = Readable.from(
    (async function* () {
      yield Buffer.alloc(10);
      throw new Error('cut');
    })(),
  );
  await assert.rejects(buffer(wrapSamples(samples)), /cut/);
});

test('nothing is read before it is taken', async () => {
  let taken = 0;
  const samples = Readable.from(
    (function* () {
      for (;;) {
        taken += 1;
        yield Buffer.alloc(64 * 1024);
      }
    })(),
    { objectMode: false },
  );
  const reader = wrapSamples(samples)[Symbol.asyncIterator]();
  await reader.next();
  await reader.next();
  assert.ok(taken < 10, `${taken} chunks`);
  await reader.return?.();
});
