import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { readLocale } from '#app/locale/request-locale';

const at = (url: string): string =>
  readLocale({ url, headers: { 'accept-language': 'de' } } as unknown as IncomingMessage);

test('the API answers in English, pages in the reader’s language', () => {
  for (const url of ['/v1', '/v1/jobs', '/mcp', '/api/v1/jobs?limit=1', '/api/v1/errors'])
    assert.equal(at(url), 'en', url);
  for (const url of ['/', '/jobs', '/v10', '/api/v1/errors/out-of-credit', '/api/v1/errors/none?x=1']) {
    assert.equal(at(url), 'de', url);
  }
});
