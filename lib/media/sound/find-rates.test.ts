import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { changesRate, findOggLinks } from '#lib/media/sound/find-rates';

const folder = await makeTestFolder();

async function write(name: string, ...parts: Buffer[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, Buffer.concat(parts));
  return file;
}

/** Returns the first page of a Vorbis stream, as far as it is read. */
function beginVorbis(rate: number): Buffer {
  const page = Buffer.alloc(28 + 30);
  page.write('OggS\0\x02', 'latin1');
  page[26] = 1;
  page[27] = 30;
  page.write('\x01vorbis', 28, 'latin1');
  page.writeUInt32LE(rate, 28 + 12);
  return page;
}

/** Returns an ADTS frame with this index of its sample rate. */
function makeFrame(rate: number): Buffer {
  const bytes = 64;
  const frame = Buffer.alloc(bytes);
  frame.set([0xff, 0xf1, 0x40 | (rate << 2), 0x80 | (bytes >> 11), (bytes >> 3) & 255, (bytes & 7) << 5]);
  return frame;
}

test('a chained Ogg has a link for each rate', async () => {
  const gap = Buffer.alloc(5000, 'a');
  const file = await write('two.ogg', beginVorbis(44_100), gap, beginVorbis(16_000), gap);
  const links = await findOggLinks(file);
  assert.deepEqual(
    links.map(({ from, rate }) => [from, rate]),
    [
      [0, 44_100],
      [5058, 16_000],
    ],
  );
  assert.equal(await changesRate(file, 'ogg'), true);
});

test('a file of nothing but beginnings of streams is read up to a thousand of them', async () => {
  const begin = (count: number) => Array.from({ length: count }, () => Buffer.from('OggS\0\x02a'));
  const find = async (count: number) =>
    findOggLinks(await write(`${count}.ogg`, ...begin(count), beginVorbis(8000)));
  assert.equal((await find(999)).length, 1);
  assert.deepEqual(await find(1000), []);
});

test('a rate that changes in ADTS is found behind what is no frame, and a steady one is none', async () => {
  const junk = Buffer.alloc(3 * 1024 * 1024, Buffer.from([0xff, 0xf0, 0, 0]));
  const steady = [makeFrame(4), makeFrame(4)];
  assert.equal(await changesRate(await write('steady.aac', ...steady, junk, ...steady), 'aac'), false);
  const other = [makeFrame(7), makeFrame(7)];
  assert.equal(await changesRate(await write('changed.aac', ...steady, junk, ...other), 'aac'), true);
});
