import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { trimSourceMaps } from './trim-source-maps.mjs';
import { makeTestFolder } from '#e2e/support/temporary-folder';

test('the text of the sources is taken out of maps, also of their sections, and nothing else is', async (t) => {
  const folder = await makeTestFolder(t);
  const places = { version: 3, sources: ['a.ts'], names: ['a'], mappings: 'AAAA' };
  const quoting = { ...places, sourcesContent: ['const a = 1;'] };
  await mkdir(path.join(folder, 'chunks'));
  await writeFile(path.join(folder, 'a.js.map'), JSON.stringify(quoting));
  await writeFile(
    path.join(folder, 'chunks', 'b.js.map'),
    JSON.stringify({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map: quoting }] }),
  );
  await writeFile(path.join(folder, 'a.js'), 'const a=1;');
  trimSourceMaps(folder);
  const read = async (file: string) => readFile(path.join(folder, file), 'utf8');
  assert.deepEqual(JSON.parse(await read('a.js.map')), places);
  assert.deepEqual(JSON.parse(await read('chunks/b.js.map')), {
    version: 3,
    sections: [{ offset: { line: 0, column: 0 }, map: places }],
  });
  assert.equal(await read('a.js'), 'const a=1;');
});
