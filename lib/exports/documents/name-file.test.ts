import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFile, toTitle } from './name-file';

test('the ending of a recording is no part of its title; a date, a number or a name at its end is', () => {
  for (const [name, title] of [
    ['talk.mp3', 'talk'],
    ['clip.3gp ', 'clip'],
    ['Film.MKV', 'Film'],
    ['Board meeting 20.11.2026', 'Board meeting 20.11.2026'],
    ['Episode no.12', 'Episode no.12'],
    ['Call 3.10', 'Call 3.10'],
    ['Vertrag Müller & Co.KG', 'Vertrag Müller & Co.KG'],
    ['Talk on Node.js', 'Talk on Node.js'],
  ] as const) {
    assert.equal(toTitle(name), title);
  }
});

test('a file of the longest name, whatever its letters, can be unpacked with what is added to it', () => {
  for (const letter of ['a', 'я', '語', '😀']) {
    const name = nameFile(letter.repeat(255), 'docx', { isTracked: true });
    assert.ok(Buffer.byteLength(name) <= 220, name);
    assert.ok(name.startsWith(letter.repeat(40)), name);
    assert.equal(Buffer.from(name).toString(), name);
  }
});
