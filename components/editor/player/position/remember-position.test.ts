import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequestedTime } from './remember-position';

test('the moment of an address is read in seconds, and nonsense is no moment', () => {
  assert.equal(parseRequestedTime('?t=83.5'), 83_500);
  assert.equal(parseRequestedTime('?a=1&t=0'), 0);
  for (const search of ['', '?t=', '?t=x', '?t=-3', '?t=Infinity'])
    assert.equal(parseRequestedTime(search), undefined);
});
