import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPicture } from '#lib/renditions/has-picture';

const none = {
  ...{ renditionType: null, renditionFailure: null, pictureAskedAt: null, pictureFailure: null },
  ...{ mediaRemovedAt: null, hasPicture: null },
};

test('before its rendition is made, a recording with a picture is to show it', () => {
  assert.equal(hasPicture(none), false);
  assert.equal(hasPicture({ ...none, hasPicture: true }), true);
  assert.equal(hasPicture({ ...none, hasPicture: true, renditionFailure: 'it has no end' }), false);
  assert.equal(hasPicture({ ...none, hasPicture: true, mediaRemovedAt: new Date() }), false);
});

test('a rendition shows what it has', () => {
  assert.equal(hasPicture({ ...none, renditionType: 'video/mp4' }), true);
  assert.equal(hasPicture({ ...none, hasPicture: true, renditionType: 'audio/mp4' }), false);
});

test('a sound whose picture comes later shows it, unless it can’t be made', () => {
  const sound = { ...none, renditionType: 'audio/mp4', pictureAskedAt: new Date() } as const;
  assert.equal(hasPicture(sound), true);
  assert.equal(hasPicture({ ...sound, pictureFailure: 'it is damaged' }), false);
});
