import assert from 'node:assert/strict';
import test from 'node:test';
import { acceptedMediaTypes, isAcceptedMediaType } from '#lib/media/media-types';

test('every listed media type is accepted, whatever its case and parameters', () => {
  for (const type of acceptedMediaTypes) {
    assert.ok(isAcceptedMediaType(type), type);
    assert.ok(isAcceptedMediaType(` ${type.toUpperCase()} ; codecs="opus"`), type);
  }
  assert.equal(new Set(acceptedMediaTypes).size, 29);
});

test('anything else is not accepted', () => {
  for (const type of [
    '',
    ';',
    'audio/flac',
    'audio',
    'text/plain',
    'application/json; audio/wav',
    'audio/wavx',
  ]) {
    assert.equal(isAcceptedMediaType(type), false, type);
  }
});
