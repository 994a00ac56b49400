import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { explainFileError } from './file-error.ts';
import { run } from './run.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-file-error-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs the command line. Returns its exit code and standard error. */
async function runFor(args: string[]): Promise<[code: number, said: string]> {
  let said = '';
  const context = {
    environment: { LONGHAND_URL: 'http://127.0.0.1:9' },
    stdout: { write: () => true },
    stderr: { write: (text: string | Uint8Array) => (said += String(text)) },
    signal: new AbortController().signal,
  };
  return [await run(args, context, '1.0.0'), said];
}

test('a key file that can not be read is told of in plain words', async (t) => {
  const folder = newFolder(t);
  const missing = path.join(folder, 'key');
  assert.deepEqual(await runFor(['jobs', '--key-file', missing]), [
    2,
    `Couldn't read ${missing}: no such file.\n`,
  ]);
  assert.deepEqual(await runFor(['jobs', '--key-file', folder]), [
    2,
    `Couldn't read ${folder}: this is a folder.\n`,
  ]);
});

test('a folder that can not be made or read is told of in plain words', (t) => {
  const file = path.join(newFolder(t), 'talk.txt');
  writeFileSync(file, '');
  const explain = (folder: string, act: 'read' | 'write') => {
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      return explainFileError(error, { act, file: folder, kind: 'folder' });
    }
    return undefined;
  };
  assert.equal(explain(file, 'write'), `Couldn't write ${file}: this is not a folder.`);
  assert.equal(explain(`${file}/out`, 'read'), `Couldn't read ${file}/out: this is not a folder.`);
});

test('what is no job ID is refused before a server is asked', async (t) => {
  const key = path.join(newFolder(t), 'key');
  writeFileSync(key, 'lh_live_key');
  for (const id of ['', '..', 'a/b', 'a'.repeat(65)]) {
    assert.deepEqual(await runFor(['get', id, '--key-file', key]), [
      2,
      `${JSON.stringify(id)} is not a job ID.\n`,
    ]);
  }
});
