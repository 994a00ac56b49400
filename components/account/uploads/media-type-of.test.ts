import assert from 'node:assert/strict';
import { test } from 'node:test';
// oxlint-disable-next-line no-restricted-imports -- the list of endings and the server's list of types must agree
import { isAcceptedMediaType } from '#lib/media/media-types';
import { chooserTypes, mediaTypeOf } from './media-type-of';

test('every ending that the chooser offers is sent as a type that is accepted', () => {
  for (const ending of chooserTypes.split(',').filter((one) => one.startsWith('.'))) {
    assert.ok(isAcceptedMediaType(mediaTypeOf({ name: `x${ending}`, type: '' })), ending);
  }
});

test('the ending counts before what the browser says, which counts where the ending says nothing', () => {
  assert.equal(mediaTypeOf({ name: 'A.M4A', type: 'audio/x-m4a' }), 'audio/mp4');
  assert.equal(mediaTypeOf({ name: 'talk', type: 'audio/mpeg' }), 'audio/mpeg');
  assert.equal(mediaTypeOf({ name: 'page.html', type: 'text/html' }), 'text/html');
  assert.equal(mediaTypeOf({ name: 'x', type: '' }), 'application/octet-stream');
});
