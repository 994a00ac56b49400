import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePath } from '#lib/access-log/describe-path';
import { newToken } from '#lib/ids/link-token';
import { newId } from '#lib/ids/new-id';
import { signMediaTicket } from '#lib/renditions/media-ticket';
import { problemSlugs } from '#lib/api/v1/problems/problem-catalogue';

const jobId = newId();

test('a path is told with its ids, and without its query', () => {
  const explained = problemSlugs.map((slug) => `/api/v1/errors/${slug}`);
  for (const path of [
    ...explained,
    '/',
    '/v1/jobs',
    `/v1/jobs/${jobId}/transcript`,
    `/editor/data/${jobId}/words`,
  ]) {
    assert.equal(describePath(path), path);
    assert.equal(describePath(`${path}?token=${newToken()}&search=a`), path);
  }
  assert.equal(
    describePath('/_next/static/chunks/0a1b2c3d4e5f6a7b8c9d0e1f.js?v=1'),
    '/_next/static/chunks/0a1b2c3d4e5f6a7b8c9d0e1f.js',
  );
});

test('tokens, tickets and keys in paths are not told, wherever they stand', () => {
  const secrets = [
    newToken(),
    encodeURIComponent(`/${newToken()}`),
    signMediaTicket('f'.repeat(64), { jobId, expiresAt: new Date() }),
    `lh_live_${newToken()}`,
  ];
  for (const secret of secrets) {
    assert.equal(describePath(`/editor/shared/${secret}`), '/editor/shared/…');
    assert.equal(describePath(`/editor\\shared\\${secret}`), '/editor\\shared\\…');
    assert.equal(describePath(`/_next/${secret}/x?${secret}`), '/_next/…/x');
    assert.equal(describePath(secret), '…');
  }
});

test('a long path is cut', () => {
  assert.equal(describePath('/a'.repeat(1000)).length, 300);
});
