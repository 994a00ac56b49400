import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readClips } from './read-clips';
import { makeTestFolder } from '#e2e/support/temporary-folder';

const folder = await makeTestFolder();

test('clips without a text or a file are named and left out', async () => {
  assert.equal(await readClips(folder), undefined);
  const list = [
    { file: 'a.flac', seconds: 2, text: 'so', words: [['so', 0.1, 0.3]], kind: 'read' },
    { file: 'b.flac', seconds: 3, text: null },
    { file: 'c.flac', seconds: 4, text: 'gone' },
  ];
  await writeFile(path.join(folder, 'clips.json'), JSON.stringify(list));
  for (const name of ['a.flac', 'b.flac']) await writeFile(path.join(folder, name), '');
  const found = await readClips(folder);
  assert.deepEqual(
    found?.clips.map(({ name, file, text }) => [name, file, text]),
    [['a.flac', path.join(folder, 'a.flac'), 'so']],
  );
  assert.deepEqual([found?.untold, found?.missing], [['b.flac'], ['c.flac']]);
});
