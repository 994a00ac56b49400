import assert from 'node:assert/strict';
import test from 'node:test';
import { splitPicture } from '#lib/media/rendition/split-picture';

test('a short picture, and one that can’t be entered in the middle, is one part without an end', () => {
  const whole = [{ startSeconds: 0, endSeconds: null }];
  for (const seconds of [0, 0.5, 90, 449])
    assert.deepEqual(splitPicture(seconds, { isSeekable: true }), whole);
  assert.deepEqual(splitPicture(7200, { isSeekable: false }), whole);
});

test('the parts of a long picture follow each other at whole seconds, and are about equally long', () => {
  for (const seconds of [450, 899.9, 3601.25, 43_200]) {
    const parts = splitPicture(seconds, { isSeekable: true });
    assert.ok(parts.length > 1);
    assert.equal(parts[0]?.startSeconds, 0);
    assert.equal(parts.at(-1)?.endSeconds, null);
    for (const [at, { startSeconds, endSeconds }] of parts.entries()) {
      assert.ok(Number.isInteger(startSeconds));
      if (at + 1 < parts.length) assert.equal(endSeconds, parts[at + 1]?.startSeconds);
      const lasts = (endSeconds ?? seconds) - startSeconds;
      assert.ok(lasts > 220 && lasts < 460, `${lasts} s of ${seconds}`);
    }
  }
});
