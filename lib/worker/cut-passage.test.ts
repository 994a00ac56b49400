import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { InvalidMedia } from '#lib/media/media-failure';
import { cutPassage, placePassage } from '#lib/worker/cut-passage';

const folder = await makeTestFolder();
const { signal } = new AbortController();

/** Sound of ten seconds, each sample the number of its millisecond. */
async function makeSound(name: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(
    file,
    Int16Array.from({ length: 160_000 }, (_, i) => Math.floor(i / 16)),
  );
  return file;
}

async function readMs(file: string): Promise<{ first: number | undefined; count: number }> {
  const { buffer } = await readFile(file);
  const samples = new Int16Array(buffer);
  return { first: samples[0], count: samples.length / 16 };
}

test('the sound of a passage is cut out of the mix and the channels, with a second on both sides where there is one', async () => {
  const mixed = await makeSound('audio.s16le');
  const channels = [await makeSound('audio.0.s16le'), await makeSound('audio.1.s16le')];
  const middle = await cutPassage({ mixed, channels }, { startMs: 4000, endMs: 6000 }, signal);
  assert.deepEqual([middle.offsetMs, middle.sound.totalMs, middle.sound.channels.length], [3000, 4000, 2]);
  for (const file of [middle.sound.mixed, ...middle.sound.channels]) {
    assert.deepEqual(await readMs(file), { first: 3000, count: 4000 });
  }
  assert.deepEqual(await readMs(mixed), { first: 0, count: 10_000 });
  const end = await cutPassage({ mixed, channels: [mixed] }, { startMs: 500, endMs: 10_400 }, signal);
  assert.deepEqual([end.offsetMs, end.sound.totalMs], [0, 10_000]);
  assert.deepEqual(end.sound.channels, [end.sound.mixed]);
  await assert.rejects(
    cutPassage({ mixed, channels }, { startMs: 10_000, endMs: 11_000 }, signal),
    InvalidMedia,
  );
});

test('what was heard has the times of the recording, without what was said around the passage', () => {
  const words = ['before', 'inside', 'behind'].map((text, i) => ({
    text,
    startMs: i * 1000,
    endMs: i * 1000 + 500,
  }));
  const notUnderstood = [{ startMs: 1500, endMs: 1900 }];
  const placed = placePassage(
    {
      words,
      speakers: [{ id: 0, name: 'Speaker 1' }],
      monologues: [{ id: 0, speaker: 0, from: 0, to: 3 }],
      record: makeRecord({ notUnderstood }),
    },
    { passage: { startMs: 61_000, endMs: 62_000 }, offsetMs: 60_000, inUse: [] },
  );
  assert.deepEqual(placed.words, [{ text: 'inside', startMs: 61_000, endMs: 61_500 }]);
  assert.deepEqual(placed.monologues, [{ id: 0, speaker: 0, from: 0, to: 1 }]);
  assert.deepEqual(placed.record.notUnderstood, [{ startMs: 61_500, endMs: 61_900 }]);
});
