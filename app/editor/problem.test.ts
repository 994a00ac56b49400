import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem } from '#app/editor/problem';

test('a problem names its type, title and status first, and further members last', async () => {
  const response = problem(409, 'Too late.', { revision: 3 });
  assert.equal(response.status, 409);
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.equal(
    await response.text(),
    '{"type":"about:blank","title":"Conflict","status":409,"detail":"Too late.","revision":3}',
  );
});
