import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameName } from '#lib/transcript/same-name';

test('a name is the same in another case, spacing, width or with what can’t be seen', () => {
  for (const other of [
    'ann miller',
    'ANN  MILLER',
    'AnnMiller',
    'Ａｎｎ Ｍｉｌｌｅｒ',
    'Ann\u200BMiller',
    'Ann\u00A0Miller ',
    'An\uFE0Fn Miller',
  ]) {
    assert.ok(isSameName('Ann Miller', other), JSON.stringify(other));
  }
  assert.ok(isSameName('Straße', 'STRASSE'));
  assert.ok(isSameName('Zoe\u0308', 'ZOË'));
});

test('other names are others', () => {
  for (const other of ['Ann Mills', 'Anne Miller', 'Ann', '', 'Ann Müller']) {
    assert.ok(!isSameName('Ann Miller', other), other);
  }
});
