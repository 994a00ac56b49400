import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { memoizeByFile } from '#lib/memoize-by-file';

const folder = await makeTestFolder();

/** A file, and how often it was read. */
async function makeFile(name: string) {
  const file = path.join(folder, name);
  await writeFile(file, 'a');
  const reads: number[] = [];
  const read = async (size: number) => reads.push(size);
  return { file, reads, read };
}

test('a file is read once, and again when its length or its time of change differs', async () => {
  const { file, reads, read } = await makeFile('changed');
  const memoized = memoizeByFile<number>();
  await memoized(file, read);
  assert.equal(await memoized(file, read), 1);
  await writeFile(file, 'ab');
  await memoized(file, read);
  await utimes(file, 1, 1);
  await memoized(file, read);
  assert.deepEqual(reads, [1, 2, 2]);
});

test('what could not be read is read again', async () => {
  const { file, read } = await makeFile('broken');
  const memoized = memoizeByFile<number>();
  await assert.rejects(
    memoized(file, () => Promise.reject(new Error('aborted'))),
    /aborted/,
  );
  assert.equal(await memoized(file, read), 1);
});

test('the oldest of too many files is forgotten', async () => {
  const [first, second] = [await makeFile('first'), await makeFile('second')];
  const memoized = memoizeByFile<number>(1);
  for (const { file, read } of [first, second, second, first]) await memoized(file, read);
  assert.deepEqual([first.reads.length, second.reads.length], [2, 1]);
});
