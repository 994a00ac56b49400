import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { replaceFile } from './write-result.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-write-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a file whose name is as long as a disk allows is written, and replaced, with nothing left beside it', async (t) => {
  const folder = newFolder(t);
  const name = `${'a'.repeat(251)}.srt`;
  const file = path.join(folder, 'inside', name);
  for (const content of ['first', 'second']) {
    await replaceFile(file, Buffer.from(content));
    assert.equal(readFileSync(file, 'utf8'), content);
  }
  assert.deepEqual(readdirSync(path.dirname(file)), [name]);
});

test('what can not be written names the file, and leaves nothing beside it', async (t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'talk.srt');
  mkdirSync(file);
  await assert.rejects(replaceFile(file, new Uint8Array()), { code: 'EISDIR', path: file });
  assert.deepEqual(readdirSync(folder), ['talk.srt']);
});
