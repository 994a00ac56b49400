import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { showPath, toSystemPath } from './file-path.ts';
import { listRecordings } from './list-recordings.ts';

/** A folder that every user can enter, with these files. */
function makeFolder(t: TestContext, files: string[]): string {
  const root = mkdtempSync('/tmp/longhand-list-');
  chmodSync(root, 0o755);
  t.after(() => rmSync(root, { recursive: true }));
  for (const file of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), 'sound');
  }
  return root;
}

/** Lists as a user to whom folders can be closed. All of this process is that user meanwhile: no other tests may run in it. */
async function listAsUser(root: string) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await listRecordings(root, true);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test(
  'a recording whose name is no UTF-8 is listed, and can be read',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const root = makeFolder(t, ['a.flac']);
    const name = Buffer.from('Größe.wav', 'latin1');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), 'sound');
    const { files } = await listRecordings(root, false);
    assert.deepEqual(
      files.map(({ file, size }) => [showPath(path.basename(file)), size]),
      [
        ['Größe.wav', 5],
        ['a.flac', 5],
      ],
    );
    assert.deepEqual(path.basename(toSystemPath(files[0]?.file ?? '').toString('latin1')), 'Größe.wav');
  },
);

test('recordings are listed in the order of their paths, and nothing that begins with a dot or is in such a folder', async (t) => {
  const root = makeFolder(t, [
    ...['b.wav', 'a/z.mp3', 'a/b/c.ogg', 'notes.txt', '.hidden.wav', 'a/.b.wav'],
    ...['.stversions/old.wav', 'a/.Trash-1000/files/gone.wav'],
  ]);
  mkdirSync(path.join(root, 'folder.wav'));
  const list = async (recursive: boolean) =>
    (await listRecordings(root, recursive)).files.map(({ file }) => path.relative(root, file));
  assert.deepEqual(await list(true), ['a/b/c.ogg', 'a/z.mp3', 'b.wav']);
  assert.deepEqual(await list(false), ['b.wav']);
  // The folder itself may be hidden.
  const { files } = await listRecordings(path.join(root, '.stversions'), true);
  assert.equal(files.length, 1);
});

test('a folder that can not be read is told of and hides no other', async (t) => {
  const root = makeFolder(t, ['a/first.wav', 'closed/second.wav', 'z/third.wav']);
  const closed = path.join(root, 'closed');
  chmodSync(closed, 0o000);
  const { files, unread } = await listAsUser(root);
  chmodSync(closed, 0o755);
  assert.deepEqual(
    files.map(({ file }) => path.basename(file)),
    ['first.wav', 'third.wav'],
  );
  assert.deepEqual([...unread.keys()], [closed]);
  assert.match(unread.get(closed)?.message ?? '', /EACCES/);
  assert.deepEqual((await listRecordings(root, true)).files.length, 3);
});

test('a folder that is gone has no recordings, and is told of', async (t) => {
  const root = makeFolder(t, []);
  const gone = path.join(root, 'gone');
  const { files, unread } = await listRecordings(gone, true);
  assert.deepEqual(files, []);
  assert.match(unread.get(gone)?.message ?? '', /ENOENT/);
});
