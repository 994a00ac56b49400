import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readArgv, readPath, showPath, toSystemPath } from './file-path.ts';

const names: Record<string, Buffer> = {
  'Größe.wav': Buffer.from('Größe.wav', 'latin1'),
  '\u0089ï\u008bc.wav': Buffer.from('89ef8b632e776176', 'hex'),
  'é🎧\u00ff.wav': Buffer.concat([Buffer.from('é🎧'), Buffer.from([0xff]), Buffer.from('.wav')]),
  '\uFFFD\u00fc.wav': Buffer.concat([Buffer.from('\uFFFD'), Buffer.from([0xfc]), Buffer.from('.wav')]),
};

test('a name of any bytes is text, and the same bytes again', () => {
  for (const [shown, bytes] of Object.entries(names)) {
    const text = readPath(bytes);
    assert.equal(showPath(text), shown);
    assert.deepEqual(toSystemPath(path.join('/in', text)), Buffer.concat([Buffer.from('/in/'), bytes]));
  }
  for (const text of ['talk.wav', 'Größe 🎧 語.wav', '\uFFFD.wav', '']) {
    assert.equal(readPath(Buffer.from(text)), text);
    assert.equal(toSystemPath(text), text);
    assert.equal(showPath(text), text);
  }
});

test('arguments that are no UTF-8 are read from the system', (t) => {
  const folder = mkdtempSync('/tmp/longhand-argv-');
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'cmdline');
  const given: Buffer[] = ['node', 'longhand.js', 'transcribe', '', 'x'].map((text) => Buffer.from(text));
  given.push(names['Größe.wav'] ?? Buffer.alloc(0));
  writeFileSync(file, Buffer.concat(given.flatMap((text) => [text, Buffer.of(0)])));
  const argv = given.slice(2).map((text) => text.toString());
  assert.deepEqual(readArgv(argv, file).map(showPath), ['transcribe', '', 'x', 'Größe.wav']);
  assert.deepEqual(readArgv(argv, path.join(folder, 'nothing')), argv);
});
