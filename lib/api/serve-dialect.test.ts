import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveDialect } from '#lib/api/serve-dialect';
import type { Route } from '#lib/api/serve';
import { v1 } from '#lib/api/v1/errors';

const { methods: bind } = serveDialect(v1);
const done: Route = async () => new Response('done');
const context = { params: Promise.resolve({}) };
const ask = (route: Route, method: string) => route(new Request('http://localhost/x', { method }), context);

test('OPTIONS and 405 tell which verbs a path has', async () => {
  const expected = [
    [{ GET: done }, 'GET, HEAD, OPTIONS'],
    [{ POST: done }, 'POST, OPTIONS'],
    [{ DELETE: done, GET: done, PUT: done }, 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ] as const;
  for (const [bound, allow] of expected) {
    const methods = bind(bound);
    const options = await ask(methods.OPTIONS, 'OPTIONS');
    assert.deepEqual([options.status, options.headers.get('allow')], [204, allow]);
    const refused = await ask(methods.PATCH, 'PATCH');
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, allow]);
  }
  const refused = await ask(bind({ GET: done }).POST, 'POST');
  assert.equal(((await refused.json()) as { detail: string }).detail, 'Method not allowed; use GET.');
});
