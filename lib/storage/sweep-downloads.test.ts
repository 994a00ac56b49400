import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { sweepDownloads } from '#lib/storage/sweep-downloads';

test('a copy that was left for a day is removed, and one that may be in use stays', async (context) => {
  const folder = await makeTestFolder(context);
  for (const name of ['left', 'used']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'talk.mp3'), 'sound');
  }
  await utimes(path.join(folder, 'left'), new Date('2026-01-01'), new Date('2026-01-01'));
  await sweepDownloads(folder);
  assert.deepEqual(await readdir(folder), ['used']);
  await sweepDownloads(path.join(folder, 'none'));
});
