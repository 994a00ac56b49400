import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedMoment } from './remember-position';

test('the moment of an address is read in seconds, and nonsense is no moment', () => {
  assert.equal(askedMoment('?t=83.5'), 83_500);
  assert.equal(askedMoment('?a=1&t=0'), 0);
  for (const search of ['', '?t=', '?t=x', '?t=-3', '?t=Infinity'])
    assert.equal(askedMoment(search), undefined);
});
