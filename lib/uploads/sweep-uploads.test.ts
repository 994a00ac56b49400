import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { sweepUploads } from '#lib/uploads/sweep-uploads';

const folder = await makeTestFolder();
const since = new Date('2026-01-02');

test('an upload goes when nothing has come of it for long, with what is known of it', async () => {
  await mkdir(path.join(folder, 'account'));
  const ages = { old: '2026-01-01', 'old.json': '2026-01-03', new: '2026-01-03', 'new.json': '2026-01-01' };
  for (const [name, day] of Object.entries(ages)) {
    const file = path.join(folder, 'account', name);
    await writeFile(file, '');
    await utimes(file, new Date(day), new Date(day));
  }
  await sweepUploads(folder, since);
  assert.deepEqual((await readdir(path.join(folder, 'account'))).toSorted(), ['new', 'new.json']);
});

test('where there is no folder yet there is nothing to do', async () => {
  assert.equal(await sweepUploads(path.join(folder, 'none'), since), 0);
});
