import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findParts } from './find-parts';
import { makeTestFolder } from '#e2e/support/temporary-folder';

const folder = await makeTestFolder();

const flacHead = Buffer.from('fLaC\0\0\0\x22'.padEnd(80, '\0'), 'latin1');

async function find(name: string, bytes: Buffer): Promise<number[]> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return (await findParts(file, () => Promise.resolve('same'))).heard.map(({ from }) => from);
}

test('a head in the middle begins another recording, and bytes that only resemble one do not', async () => {
  const noise = Buffer.from('fLaC, as in a comment');
  assert.deepEqual(await find('two.flac', Buffer.concat([flacHead, noise, flacHead])), [
    0,
    80 + noise.length,
  ]);
});

test('a file made to be searched for hours is taken for one recording', async () => {
  const lures = Buffer.alloc(4 * 25_000, 'fLaC');
  assert.deepEqual(await find('lures.flac', Buffer.concat([flacHead, lures, flacHead])), []);
  const box = Buffer.from('\0\0\0\x08free', 'latin1');
  const boxes = Buffer.concat(Array.from({ length: 25_000 }, () => box));
  const head = Buffer.from('\0\0\0\x08ftyp\0\0\0\x08moov\0\0\0\x08mdat', 'latin1');
  assert.deepEqual(await find('boxes.mp4', Buffer.concat([head, boxes, head])), []);
});
