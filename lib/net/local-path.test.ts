import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localPath } from '#lib/net/local-path';

test('a path of this site is kept with its query and fragment', () => {
  for (const path of ['/', '/jobs', '/jobs?starting_after=abc', '/editor/abc#t12', '/a//b']) {
    assert.equal(localPath(path), path);
  }
});

test('what leads, or could lead, to another site is no local path', () => {
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/\t/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'jobs',
    '',
  ];
  for (const asked of hostile) assert.equal(localPath(asked), undefined, asked);
  assert.equal(localPath(undefined), undefined);
});
