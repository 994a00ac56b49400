import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooserTypes, chooseMediaType, isMedia } from './media-type';

const wav = Uint8Array.from([...Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), 1, 0, 1, 0]);
const makeFile = (name: string, type: string, head: Uint8Array<ArrayBuffer> | string = wav) =>
  new File([head], name, { type });

test('the chooser offers audio, video and the ending of every format', () => {
  const offered = chooserTypes.split(',');
  for (const type of ['audio/*', 'video/*', '.flac', '.aac', '.3gp', '.wma', '.ts', '.caf', '.wv', '.mp3']) {
    assert.ok(offered.includes(type), type);
  }
});

test('the ending counts before what the browser says, which counts where the ending says nothing', async () => {
  assert.equal(await chooseMediaType(makeFile('A.M4A', 'audio/x-m4a')), 'audio/mp4');
  assert.equal(await chooseMediaType(makeFile('talk', 'audio/mpeg')), 'audio/mpeg');
  assert.equal(await chooseMediaType(makeFile('talk.flac', 'audio/flac')), 'application/octet-stream');
});

test('where name and browser know no recording, the first bytes decide', async () => {
  for (const [name, type] of [
    ['talk', ''],
    ['talk.dat', ''],
    ['talk.txt', 'text/plain'],
    ['talk.jpg', 'image/jpeg'],
  ] as const) {
    assert.equal(await chooseMediaType(makeFile(name, type)), 'application/octet-stream', name);
  }
  const sphere = `NIST_1A\n   1024\n${'channel_count -i 1\n'.repeat(40)}`;
  assert.equal(await chooseMediaType(makeFile('talk.x', '', sphere)), 'application/octet-stream');
  const others = {
    'page.html': '<!doctype html><p>Grüße',
    'notes.txt': '\uFEFFDear Sir,\r\n\tfirst',
    'slides.pptx': 'PK\x03\x04\0\0',
    'form.pdf': '%PDF-1.7\n\0',
    x: '',
  };
  for (const [name, head] of Object.entries(others)) {
    assert.equal(await chooseMediaType(makeFile(name, '', head)), undefined, name);
  }
});

test('a recording is told from other files by its ending or its type', () => {
  for (const name of ['talk.MKV', 'talk.wav', 'talk.flac'])
    assert.equal(isMedia({ name, type: '' }), true, name);
  assert.equal(isMedia({ name: 'talk', type: 'video/x-other' }), true);
  for (const [name, type] of [
    ['notes.txt', 'text/plain'],
    ['photo.png', 'image/png'],
    ['audio', ''],
  ] as const) {
    assert.equal(isMedia({ name, type }), false, name);
  }
});
