import assert from 'node:assert/strict';
import { test } from 'node:test';
// oxlint-disable-next-line no-restricted-imports -- the list of endings and the server's list of types must agree
import { isAcceptedMediaType } from '#lib/media/media-types';
import { chooserTypes, getMediaType, isMedia } from './media-type';

test('every ending that the chooser offers is sent as a type that is accepted', () => {
  for (const ending of chooserTypes.split(',').filter((type) => type.startsWith('.'))) {
    assert.ok(isAcceptedMediaType(getMediaType({ name: `x${ending}`, type: '' })), ending);
  }
});

test('the ending counts before what the browser says, which counts where the ending says nothing', () => {
  assert.equal(getMediaType({ name: 'A.M4A', type: 'audio/x-m4a' }), 'audio/mp4');
  assert.equal(getMediaType({ name: 'talk', type: 'audio/mpeg' }), 'audio/mpeg');
  assert.equal(getMediaType({ name: 'page.html', type: 'text/html' }), 'text/html');
  assert.equal(getMediaType({ name: 'x', type: '' }), 'application/octet-stream');
});

test('a recording is told from other files by its ending or its type', () => {
  for (const name of ['talk.MKV', 'talk.wav']) assert.equal(isMedia({ name, type: '' }), true, name);
  assert.equal(isMedia({ name: 'talk', type: 'video/x-other' }), true);
  for (const [name, type] of [
    ['notes.txt', 'text/plain'],
    ['photo.png', 'image/png'],
    ['audio', ''],
  ] as const) {
    assert.equal(isMedia({ name, type }), false, name);
  }
});
