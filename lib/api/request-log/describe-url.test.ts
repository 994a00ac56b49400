import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeUrl } from '#lib/api/request-log/record-request';

const url = (path: string) => `https://longhand.example${path}`;

test('a path keeps the parameters that its operation knows, and no other', () => {
  const known = ['limit', 'starting_after'];
  assert.equal(
    describeUrl(url('/v1/jobs?starting_after=abc&limit=5&token=x'), known),
    ['/v1/jobs?limit=5', 'starting_after=abc'].join('&'),
  );
  assert.equal(describeUrl(url('/v1/jobs?token=x'), []), '/v1/jobs');
});

test('values that could be anything, and secrets wherever they are, are left out', () => {
  assert.equal(describeUrl(url('/v1/jobs?limit=my+password'), ['limit']), '/v1/jobs?limit=…');
  assert.equal(describeUrl(url('/v1/jobs?limit=lh_live_abc123'), ['limit']), '/v1/jobs?limit=lh_live_…');
  assert.equal(describeUrl(url('/v1/jobs/lh_test_abc/transcript'), []), '/v1/jobs/lh_test_…/transcript');
  assert.equal(describeUrl(url('/v1/whsec_ab+/='), []), '/v1/whsec_…');
});

test('a long path is cut', () => {
  const cut = describeUrl(url(`/v1/${'x'.repeat(5000)}`), []);
  assert.equal(cut.length, 300);
  assert.ok(cut.endsWith('…'));
});
