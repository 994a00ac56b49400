import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeProblem } from '#lib/api/v1/problems/write-problem';

test('a problem names its type, title and status first, and further members last', async () => {
  const response = writeProblem({ status: 409, detail: 'Too late.', revision: 3 });
  assert.equal(response.status, 409);
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.equal(
    await response.text(),
    '{"type":"about:blank","title":"Conflict","status":409,"detail":"Too late.","revision":3}',
  );
});

test('a problem of the catalogue keeps its own type and title', async () => {
  const given = { type: 'https://longhand.example/e', title: 'No balance', status: 402, detail: 'Top up.' };
  assert.deepEqual(await writeProblem(given).json(), given);
});
