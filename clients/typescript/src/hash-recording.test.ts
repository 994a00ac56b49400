import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FileChanged, hashRecording, toSource } from './hash-recording.ts';
import { openStore } from './store.ts';

test('exactly what was hashed is sent: a file that changed since then ends in an error, never whole', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-hash-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'talk.wav');
  writeFileSync(file, 'one two three');
  const store = openStore(path.join(folder, 'state'), 'someone');
  const known = await hashRecording(file, store, new AbortController().signal);
  const read = async () => {
    const { stream } = toSource(known, 'talk.wav');
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of (stream as () => AsyncIterable<Uint8Array>)()) chunks.push(chunk);
    } catch (error) {
      return { error, text: Buffer.concat(chunks).toString() };
    }
    return { error: undefined, text: Buffer.concat(chunks).toString() };
  };
  assert.deepEqual(await read(), { error: undefined, text: 'one two three' });
  for (const other of ['one two THREE', 'one two three four', 'one']) {
    writeFileSync(file, other);
    const { error, text } = await read();
    assert.ok(error instanceof FileChanged, other);
    assert.ok(text.length < known.size, other);
  }
});
