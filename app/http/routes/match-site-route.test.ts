import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchRoutes, readSiteRoutes } from '#app/http/routes/match-site-route';

const match = matchRoutes([
  '/',
  '/_not-found',
  '/editor/[id]',
  '/editor/data/[ref]/revisions/[number]',
  '/editor/shared/[token]',
  '/jobs',
  '/jobs/list',
  '/jobs/uploads/[[...id]]',
  '/api/auth/[...nextauth]',
  '/api/v1/[[...path]]',
  '/api/v1/jobs/[id]',
  '/balance/usage.csv',
]);

test('a path has the pattern of its page or route', () => {
  const expected = {
    '/': '/',
    '/jobs': '/jobs',
    '/jobs/': '/jobs',
    '/jobs?page=2': '/jobs',
    '/jobs/list': '/jobs/list',
    '/jobs/uploads': '/jobs/uploads/[[...id]]',
    '/jobs/uploads/a': '/jobs/uploads/[[...id]]',
    '/editor/abc': '/editor/[id]',
    '/editor/shared/abc?x': '/editor/shared/[token]',
    '/editor/data/abc/revisions/3': '/editor/data/[ref]/revisions/[number]',
    '/api/auth/callback/oidc': '/api/auth/[...nextauth]',
    '/api/v1/jobs/abc': '/api/v1/jobs/[id]',
    '/api/v1/jobs/abc/none': '/api/v1/[[...path]]',
    '/balance/usage.csv': '/balance/usage.csv',
  };
  for (const [path, route] of Object.entries(expected)) assert.equal(match(path), route, path);
});

test('a path that is none of the site has no pattern', () => {
  for (const path of ['/none', '/_not-found', '/editor/a/b', '/balance/usagexcsv', '/api/auth', '*', '']) {
    assert.equal(match(path), undefined, path);
  }
});

test('without a list there are no patterns, and no error', () => {
  assert.equal(readSiteRoutes('/nowhere')('/'), undefined);
});
