import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from '#lib/net/answer-headers/read-retry-after';

test('Retry-After is read as seconds or as a date, and nothing else', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter(' 0 ', now), 0);
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 12:01:00 GMT', now), 60_000);
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 11:00:00 GMT', now), 0);
  for (const odd of [undefined, '', '-5', '1.5', 'soon', '2026-01-01', '5 minutes', '1e3']) {
    assert.equal(readRetryAfter(odd, now), undefined, odd);
  }
});
